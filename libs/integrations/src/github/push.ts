import type { Notice } from '../frame/declaration';
import { branchOf, count, isTag, link, plain, webAddress } from '../frame/message-text';
import type { Payload } from '../frame/payload';

const MOST_COMMITS = 20;
const NOTHING = /^0+$/;

export interface Commit {
  id: string;
  message: string;
  url: string | undefined;
  author: string | undefined;
}

/** Lines of commits, newest last, of which the oldest are shown. */
export function commitLines(commits: readonly Commit[], total = commits.length): string {
  const shown = commits.slice(0, MOST_COMMITS);
  const lines = shown.map(
    ({ id, message, url }) => `\n* ${plain(message.split('\n')[0] ?? '')} (${link(id.slice(0, 11), url)})`,
  );
  const hidden = total - shown.length;
  return lines.join('') + (hidden > 0 ? `\n* … and ${count(hidden, 'more commit')}` : '');
}

/** Who wrote the commits, if others than the one who pushed them did. */
export function otherAuthors(commits: readonly Commit[], pusher: string): string {
  const counts = new Map<string, number>();
  for (const { author } of commits) if (author) counts.set(author, (counts.get(author) ?? 0) + 1);
  if (counts.size === 0 || (counts.size === 1 && counts.has(pusher))) return '';
  const named = [...counts].slice(0, 10).map(([name, number]) => `${plain(name)} (${number})`);
  return ` Commits by ${named.join(', ')}.`;
}

/** A push of GitHub and of those who send the same: Gitea, Forgejo. @param sender as it is shown, if the payload names it */
export function readPush(payload: Payload, repository: string, sender: string): Notice[] {
  const ref = payload.text('ref');
  const branch = branchOf(ref);
  const login = payload.optionalText('sender.login');
  const pusher = login ?? payload.optionalText('pusher.name') ?? 'Someone';
  const shownPusher = login === undefined ? plain(pusher) : sender;
  const base = { topic: `${repository} / ${branch}`, branch: isTag(ref) ? undefined : branch };
  if (isTag(ref)) {
    const verb = NOTHING.test(payload.text('after')) ? 'removed' : 'pushed';
    return [{ ...base, event: 'push_tags', content: `${shownPusher} ${verb} tag ${plain(branch)}.` }];
  }
  if (branch.startsWith('gh-readonly-queue/')) return [];
  const name = link(branch, branchAddress(payload, branch));
  if (NOTHING.test(payload.text('after'))) {
    return [{ ...base, event: 'push_commits', content: `${shownPusher} deleted the branch ${plain(branch)}.` }];
  }
  const commits = payload.list('commits').map(commitOf);
  const compare = payload.optionalText('compare') ?? payload.optionalText('compare_url');
  const isNew = NOTHING.test(payload.optionalText('before') ?? '');
  if (commits.length === 0 && isNew) {
    return [{ ...base, event: 'push_commits', content: `${shownPusher} created the branch ${name}.` }];
  }
  const verb = payload.optionalFlag('forced') ? 'force-pushed' : 'pushed';
  const total = payload.optionalNumber('total_commits') ?? commits.length;
  const what = link(count(total, 'commit'), compare);
  const content = `${shownPusher} ${verb} ${what} to branch ${name}.${otherAuthors(commits, pusher)}\n${commitLines(commits, total)}`;
  return [{ ...base, event: 'push_commits', content: content.trimEnd() }];
}

function branchAddress(payload: Payload, branch: string): string | undefined {
  const repository = webAddress(payload.optionalText('repository.html_url'));
  return repository && `${repository}/tree/${branch.split('/').map(encodeURIComponent).join('/')}`;
}

function commitOf(commit: Payload): Commit {
  return {
    id: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.username') ?? commit.optionalText('author.name'),
  };
}
