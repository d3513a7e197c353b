import { TypeCompiler } from '@sinclair/typebox/compiler';
import { NO_CAPABILITIES, RegisterRequest, RegisterResponseSchema } from '@stoa/contracts/users';
import { AnswerSegment, decodeFragmentedAnswer } from '@stoa/fragments';
import { RegisterService } from '../register/register.service';
import { UsersApplication } from './users-application';

const schema = TypeCompiler.Compile(RegisterResponseSchema);

export type Fields = Record<string, unknown>;
/** A state in the form for tests: lists of objects by name. */
export type State = Record<string, Fields[]>;

/** Registers users of one organization, unless another is named, and checks the form of what they get. */
export class Registrations {
  constructor(
    private readonly app: UsersApplication,
    private readonly realmId: number,
  ) {}

  /** @param userId null: a spectator */
  async segments(userId: number | null, changes: Partial<RegisterRequest> = {}): Promise<AnswerSegment[]> {
    const spectator = { requestId: 't', deadlineAt: Date.now() + 9_000 };
    const context = userId === null ? spectator : await this.app.contextOf(userId);
    const { text } = await this.app.get(RegisterService).register(context, this.request(changes));
    return decodeFragmentedAnswer(Buffer.from(text));
  }

  async state(userId: number | null, changes: Partial<RegisterRequest> = {}): Promise<State> {
    const parts = await this.segments(userId, changes);
    const state: State = JSON.parse(Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0))).toString());
    expect([...schema.Errors(state)].slice(0, 3)).toEqual([]);
    return state;
  }

  private request(changes: Partial<RegisterRequest>): RegisterRequest {
    return {
      realm_id: this.realmId,
      apply_markdown: false,
      client_gravatar: true,
      include_subscribers: 'false',
      slim_presence: false,
      presence_history_limit_days: 14,
      client_capabilities: NO_CAPABILITIES,
      queue_lifespan_secs: 0,
      without_pronouns: false,
      known: {},
      ...changes,
    };
  }
}
