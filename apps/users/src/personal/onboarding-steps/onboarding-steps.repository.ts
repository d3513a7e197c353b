import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';

@Injectable()
export class OnboardingStepsRepository {
  async markDone(tx: WriteTransaction, userId: number, name: string): Promise<void> {
    await tx.query('INSERT INTO onboarding_step (user_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      userId,
      name,
    ]);
  }

  /** What the user has done, and whether the tutorial is shown at all. */
  async progress(tx: WriteTransaction, userId: number): Promise<{ done: string[]; isEnabled: boolean }> {
    const [row] = await tx.query<{ done: string[]; is_enabled: boolean }>(
      `SELECT ARRAY(SELECT name FROM onboarding_step WHERE user_id = $1) AS done, tutorial_enabled AS is_enabled
       FROM account WHERE id = $1`,
      [userId],
    );
    return { done: row?.done ?? [], isEnabled: row?.is_enabled ?? false };
  }
}
