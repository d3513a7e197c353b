import type { Notice } from '../frame/declaration';
import { link, plain } from '../frame/message-text';
import type { Payload } from '../frame/payload';

/** What is done to a sponsorship; the actions are the names of the events. */
const SENTENCES: Readonly<Record<string, (sponsor: string, tier: string) => string>> = {
  created: (sponsor, tier) => `${sponsor} sponsors with **${tier}**.`,
  cancelled: (sponsor) => `${sponsor} ended the sponsorship.`,
  edited: (sponsor) => `${sponsor} changed who can see the sponsorship.`,
  pending_cancellation: (sponsor) => `${sponsor} will end the sponsorship`,
  pending_tier_change: (sponsor) => `${sponsor} will change the tier`,
  tier_changed: (sponsor) => `${sponsor} changed the tier`,
};

export const SPONSORSHIP_EVENTS = Object.keys(SENTENCES);

/** What sponsors do; they belong to an account, not to a repository. */
export function readSponsorship(payload: Payload): Notice[] {
  const action = payload.text('action');
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined;
  if (!sentence) return [];
  const sponsor = payload.node('sponsorship.sponsor');
  const tier = plain(payload.text('sponsorship.tier.name'));
  const words = sentence(link(sponsor.text('login'), sponsor.optionalText('html_url')), tier);
  return [{ event: action, topic: 'sponsors', content: words.endsWith('.') ? words : `${words}${changeOf(payload)}.` }];
}

/** Between which tiers, and from when on. */
function changeOf(payload: Payload): string {
  const before = payload.has('changes.tier') ? payload.optionalText('changes.tier.from.name') : undefined;
  const tiers =
    before === undefined ? '' : ` from **${plain(before)}** to **${plain(payload.text('sponsorship.tier.name'))}**`;
  const from = payload.optionalText('effective_date')?.slice(0, 10);
  return `${tiers}${from === undefined ? '' : ` on ${plain(from)}`}`;
}
