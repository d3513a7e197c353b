import { createServer } from 'node:net';
import { once } from 'node:events';
import { Attack, inTurn } from '../attack';
import { form, query } from './asking';

/** Whatever is another organization's, asked for with the own key, and with the own key at its address. */
const foreign: Attack = {
  name: 'another organization',
  begin: (caller, { others }) => {
    const [user] = others.users;
    const [channel] = others.channels;
    if (!user || !channel) throw new Error('the other organization is empty');
    const narrow = (operator: string, operand: unknown) => JSON.stringify([{ operator, operand }]);
    const page = { anchor: 'newest', num_before: '10', num_after: '0' };
    const asks = [
      query('/messages', { ...page, narrow: narrow('channel', channel.id) }),
      query('/messages', { ...page, narrow: narrow('dm', [user.id]) }),
      query(`/users/${user.id}`, {}),
      query(`/users/${encodeURIComponent(user.email)}/presence`, {}),
      query(`/streams/${channel.id}`, {}),
      query(`/users/me/${channel.id}/topics`, {}),
      form('/messages', { type: 'channel', to: String(channel.id), topic: 'a', content: 'from outside' }),
      form('/messages', { type: 'direct', to: `[${user.id}]`, content: 'from outside' }),
      form('/users/me/subscriptions', { subscriptions: '[{"name":"a"}]', principals: `[${user.id}]` }),
      form('/typing', { op: 'start', to: `[${user.id}]` }),
      ...['/users/me', '/users', '/messages?anchor=newest&num_before=1&num_after=0', '/streams'].map((path) => () => {
        return { method: 'GET' as const, path: `/api/v1${path}`, at: others.host };
      }),
    ];
    return inTurn(asks, async (make, tally) => {
      const ask = make();
      const answer = await caller.attempt(tally, ask, [400, 401, 403, 404]);
      if (answer?.body.includes(user.fullName)) tally.fail(`${ask.path} tells a name of another organization`);
    });
  },
};

/** A key in an address must not go on to where the answer sends its reader. */
const redirects: Attack = {
  name: 'keys in redirects',
  begin: (caller) => {
    const { user } = caller;
    const paths = [
      `/avatar/${user.id}?api_key=${user.apiKey}`,
      `/avatar/${user.id}/medium?api_key=${user.apiKey}&s=50`,
      `/api/v1/realm/icon?api_key=${user.apiKey}`,
      `/avatar/${encodeURIComponent(user.email)}?s=1&api_key=${user.apiKey}`,
    ];
    return inTurn(paths, async (path, tally) => {
      const answer = await caller.attempt(tally, { method: 'GET', path, as: 'nobody' }, [200, 301, 302, 401, 404]);
      if (/\r\nlocation:[^\r]*/i.exec(answer?.head ?? '')?.[0].includes(user.apiKey)) {
        tally.fail(`${path.split('?')[0]} sends the key on`);
      }
    });
  },
};

/** A machine inside, which nothing that users write may reach. */
class Inside {
  connections = 0;
  private readonly server = createServer((socket) => {
    this.connections += 1;
    socket.destroy();
  });

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    this.server.unref();
    if (typeof address !== 'object' || !address) throw new Error('there is no port');
    return address.port;
  }
}

const inside = new Inside();
let port: Promise<number> | undefined;

const links: Attack = {
  name: 'links to machines inside',
  begin: async (caller) => {
    const at = await (port ??= inside.start());
    const hosts = [
      ...['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0.0.0.0', '[::1]', '[::]'],
      ...['[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '127.0.0.1.', 'localhost.', 'a@127.0.0.1', '①②⑦.0.0.1'],
    ];
    const hex = (text: string) => Buffer.from(text).toString('hex');
    return inTurn(hosts, async (host, tally, index) => {
      const address = `http://${host}:${at}/${index}.png`;
      const content = `${address} [a](${address}) ![b](${address})`;
      const to = `[${caller.user.id}]`;
      await caller.attempt(tally, form('/messages', { type: 'direct', to, content })(), [200, 400]);
      const proxied = `/external_content/${hex(`${index}`).padEnd(40, '0')}/${hex(address)}`;
      await caller.attempt(tally, { method: 'GET', path: proxied }, [400, 403, 404]);
    });
  },
  check: () => Promise.resolve(inside.connections === 0 ? [] : [`${inside.connections} connections to inside`]),
};

export const SECRETS = [foreign, redirects, links];
