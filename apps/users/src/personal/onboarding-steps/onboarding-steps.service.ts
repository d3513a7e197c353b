import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import type { RequestOf } from '@stoa/contracts/rpc';
import { markOnboardingStep } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { ONBOARDING_STEPS } from '../../shared/realm-facts/server-facts';
import { OnboardingStepsRepository } from './onboarding-steps.repository';

/** Listed only where a tour video is configured, but may always be marked. */
const TOUR_VIDEO = 'navigation_tour_video';
const KNOWN_STEPS: ReadonlySet<string> = new Set([...ONBOARDING_STEPS, TOUR_VIDEO]);

/** Notices of the tutorial that a user has seen (users.md 14). */
@Injectable()
export class OnboardingStepsService {
  constructor(
    private readonly database: Database,
    private readonly repository: OnboardingStepsRepository,
  ) {}

  /** @throws DomainError `Unknown onboarding_step: {name}` */
  @Handles(markOnboardingStep)
  async mark(ctx: ActorContext, { onboarding_step: name }: RequestOf<typeof markOnboardingStep>): Promise<void> {
    if (!KNOWN_STEPS.has(name)) throw badRequest(`Unknown onboarding_step: ${name}`);
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.repository.markDone(tx, userId, name);
      const { done, isEnabled } = await this.repository.progress(tx, userId);
      const left = isEnabled ? ONBOARDING_STEPS.filter((step) => !done.includes(step)) : [];
      const steps = left.map((step) => ({ type: 'one_time_notice', name: step }));
      tx.emit(eventOf('onboarding_steps', { onboarding_steps: steps }, [userId]));
    });
  }
}
