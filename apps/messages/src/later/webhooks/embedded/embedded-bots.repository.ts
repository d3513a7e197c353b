import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';

/** Most messages of an embedded bot in so many seconds. */
const MOST_ANSWERS = 20;
const WITHIN_SECONDS = 5;

const HAS_SAID_ENOUGH = `
  SELECT count(*) >= ${MOST_ANSWERS} AS enough FROM (
    SELECT sent_at FROM message WHERE sender_id = $1 ORDER BY id DESC LIMIT ${MOST_ANSWERS}) newest
  WHERE sent_at > now() - interval '${WITHIN_SECONDS} seconds'`;

@Injectable()
export class EmbeddedBotsRepository {
  constructor(private readonly database: Database) {}

  /** Whether it has to wait before it says more. */
  async hasSaidEnough(botId: number): Promise<boolean> {
    const [row] = await this.database.query<{ enough: boolean }>('embedded_bot_said', HAS_SAID_ENOUGH, [botId]);
    return row?.enough ?? false;
  }
}
