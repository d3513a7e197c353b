import { ONBOARDING_KINDS, type OnboardingKind } from '@stoa/contracts/push';
import { canonicalTimeZone } from '@stoa/policy';

/** What the plan depends on. */
export interface NewcomerFacts {
  joinedAtMs: number;
  /** IANA name; '' is UTC. */
  timezone: string;
  /** `org_type` */
  orgType: number;
  /** The address has an account in another organization. */
  hasOtherAccount: boolean;
  /** Has made the organization. */
  isFounder: boolean;
}

export interface OnboardingMail {
  kind: OnboardingKind;
  /** Milliseconds since 1970. */
  atMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days after the account was made, about; an hour less, for those who come at the same time each day. */
const AFTER_DAYS = {
  onboarding_topics: 2,
  onboarding_guide: 4,
  onboarding_team: 6,
} as const satisfies Record<OnboardingKind, number>;
/** Business, open source, education, research, events, communities: where people work on something together. */
const GUIDED_TYPES: ReadonlySet<number> = new Set([10, 20, 30, 35, 40, 50, 60, 70, 80]);

/**
 * The mails of an account's first days (mail-and-integrations.md 3): never on a Saturday or Sunday where the user is, and at
 * least a weekday between them. Who knows topics from another organization hears nothing of them, and
 * whoever has made the organization hears how to bring others there.
 */
export function onboardingPlan({ joinedAtMs, timezone, ...facts }: NewcomerFacts): OnboardingMail[] {
  const zone = canonicalTimeZone(timezone) ?? 'UTC';
  const kinds = ONBOARDING_KINDS.filter((kind) => isOf(kind, facts));
  const plan: OnboardingMail[] = [];
  for (const kind of kinds) {
    const before = plan.at(-1)?.atMs;
    let atMs = joinedAtMs + AFTER_DAYS[kind] * DAY_MS - HOUR_MS;
    while (isWeekend(atMs, zone) || (before !== undefined && !hasWeekdayBetween(before, atMs, zone))) atMs += DAY_MS;
    plan.push({ kind, atMs });
  }
  return plan;
}

function isOf(
  kind: OnboardingKind,
  { orgType, hasOtherAccount, isFounder }: Pick<NewcomerFacts, 'orgType' | 'hasOtherAccount' | 'isFounder'>,
): boolean {
  switch (kind) {
    case 'onboarding_topics':
      return !hasOtherAccount;
    case 'onboarding_guide':
      return GUIDED_TYPES.has(orgType);
    case 'onboarding_team':
      return isFounder;
  }
}

function isWeekend(ms: number, timeZone: string): boolean {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(ms);
  return day === 'Sat' || day === 'Sun';
}

function hasWeekdayBetween(beforeMs: number, atMs: number, timeZone: string): boolean {
  for (let ms = beforeMs + DAY_MS; ms <= atMs - DAY_MS; ms += DAY_MS) if (!isWeekend(ms, timeZone)) return true;
  return false;
}
