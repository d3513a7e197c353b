import { Agent, request } from 'undici';
import { basicAuthorization } from './raw-request';
import { Person } from './people';

/** What became of a request. */
export interface Outcome {
  status: number;
  retryAfter: string | undefined;
  body: { id?: number; code?: string };
}

/** A client that asks as fast as it can and listens to nobody: its answers are not checked, which costs more than asking. */
export class ImpatientClient {
  private readonly agent: Agent;
  private closed: Promise<void> | undefined;

  constructor(
    private readonly person: Person,
    /** Requests that are under way at the same time. */
    private readonly width: number,
  ) {
    this.agent = new Agent({ connections: width });
  }

  close(): Promise<void> {
    return (this.closed ??= this.agent.destroy());
  }

  async ask(method: 'GET' | 'POST', path: string, parameters: Record<string, string>): Promise<Outcome> {
    const { client } = this.person;
    const form = new URLSearchParams(parameters).toString();
    const answer = await request(`${client.baseUrl}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      dispatcher: this.agent,
      headers: { ...this.headers(), 'content-type': 'application/x-www-form-urlencoded' },
      body: method === 'GET' ? undefined : form,
    });
    const retryAfter = answer.headers['retry-after'];
    const body: Outcome['body'] = JSON.parse(await answer.body.text());
    return { status: answer.statusCode, retryAfter: retryAfter === undefined ? undefined : String(retryAfter), body };
  }

  /** Asks for a file and reads nothing of it, until the client is closed. @returns the status */
  async leaveUnread(path: string): Promise<number> {
    const url = this.person.client.baseUrl + path;
    const { statusCode, body } = await request(url, { dispatcher: this.agent, headers: this.headers() });
    body.on('error', () => undefined);
    return statusCode;
  }

  private headers(): Record<string, string> {
    const { client, email, apiKey } = this.person;
    return {
      authorization: basicAuthorization(email, apiKey),
      ...(client.host ? { host: client.host } : {}),
    };
  }

  /** Repeats a request without pause, `count` times in all. */
  async repeat(count: number, step: (index: number) => Promise<Outcome>): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let next = 0;
    const lane = async () => {
      while (next < count) outcomes.push(await step(next++));
    };
    await Promise.all(Array.from({ length: this.width }, lane));
    return outcomes;
  }
}
