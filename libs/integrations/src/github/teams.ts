import type { Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

function teamOf(payload: Payload): { topic: string; linked: string } {
  const name = payload.text('team.name');
  return { topic: `team ${name}`, linked: link(name, payload.optionalText('team.html_url')) };
}

const repositoryOf = (payload: Payload): string =>
  link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'));

/** What happens to a team itself. */
export function readTeam(payload: Payload, _repository: string, sender: string): Notice[] {
  const { topic, linked } = teamOf(payload);
  const action = payload.text('action');
  const sentences: Readonly<Record<string, () => string>> = {
    created: () => `${sender} created the team ${linked}.`,
    deleted: () => `${sender} deleted the team ${linked}.`,
    edited: () => `${sender} changed the team ${linked}.`,
    added_to_repository: () => `${sender} added the team ${linked} to ${repositoryOf(payload)}.`,
    removed_from_repository: () => `${sender} removed the team ${linked} from ${repositoryOf(payload)}.`,
  };
  const sentence = Object.hasOwn(sentences, action) ? sentences[action] : undefined;
  return sentence ? [{ event: 'team', topic, content: sentence() }] : [];
}

/** A repository is told that a team may work on it. */
export function readTeamAdd(payload: Payload, repository: string, sender: string): Notice[] {
  const { linked } = teamOf(payload);
  const content = `${sender} added the team ${linked} to ${repositoryOf(payload)}.`;
  return [{ event: 'team_add', topic: repository, content }];
}

export function readMembership(payload: Payload, _repository: string, sender: string): Notice[] {
  const { topic, linked } = teamOf(payload);
  const words = { added: ['added', 'to'], removed: ['removed', 'from'] };
  const action = payload.text('action');
  if (action !== 'added' && action !== 'removed') return [];
  const [verb = '', preposition = ''] = words[action];
  const member = link(payload.text('member.login'), payload.optionalText('member.html_url'));
  return [{ event: 'membership', topic, content: `${sender} ${verb} ${member} ${preposition} the team ${linked}.` }];
}

/** Of a site that is made from a repository; only how it ended. */
export function readPageBuild(payload: Payload, repository: string): Notice[] {
  const status = payload.text('build.status');
  if (status !== 'built' && status !== 'errored') return [];
  const reason = payload.optionalText('build.error.message');
  const content =
    status === 'built'
      ? ':check: The pages were built.'
      : `:alert: The pages could not be built${reason === undefined ? '' : `: ${plain(reason)}`}.`;
  return [{ event: 'page_build', topic: repository, content }];
}
