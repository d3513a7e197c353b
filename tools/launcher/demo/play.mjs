import { randomBytes } from 'node:crypto';
import { drawPicture } from './pictures.mjs';
import { CHANNELS, DIRECT, FOLDERS, PEOPLE, TOPICS } from './story.mjs';

const REQUEST_MS = 15_000;
const EMAIL_DOMAIN = 'demo.example';
/** Where the service says that a channel was made. */
const CHANNEL_EVENTS = 'channel events';

/** Somebody of the demo organization, by the API. */
class Person {
  constructor(baseUrl, { email, apiKey, userId }) {
    this.baseUrl = baseUrl;
    this.userId = userId;
    this.authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
  }

  /** @throws Error with the service's words */
  async call(method, path, fields = {}) {
    const isForm = fields instanceof FormData;
    const texts = isForm ? [] : Object.entries(fields).map(([name, value]) => [name, textOf(value)]);
    const parameters = new URLSearchParams(texts);
    const isQuery = method === 'GET';
    const response = await fetch(`${this.baseUrl}/api/v1${path}${isQuery ? `?${parameters}` : ''}`, {
      method,
      headers: { authorization: this.authorization },
      body: isQuery ? undefined : isForm ? fields : parameters,
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const answer = await response.json();
    if (answer.result !== 'success') throw new Error(`${method} ${path}: ${answer.msg}`);
    return answer;
  }
}

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Plays the conversations of the demo organization. */
class Play {
  people = new Map();
  channelIds = new Map();

  constructor(baseUrl, accounts) {
    this.baseUrl = baseUrl;
    for (const { full_name: name, email, api_key: apiKey, user_id: userId } of accounts) {
      // Who has renewed a key is left alone.
      if (apiKey) this.people.set(name, new Person(baseUrl, { email, apiKey, userId }));
    }
    this.owner = this.people.get('Olga Owner');
  }

  person(name) {
    const person = this.people.get(name);
    if (!person) throw new Error(`${name} is not there`);
    return person;
  }

  async hasBegun() {
    const { channel_folders: folders } = await this.owner.call('GET', '/channel_folders');
    return folders.length > 0;
  }

  async run() {
    await Promise.all(PEOPLE.map((name) => this.join(name)));
    await this.makeChannels();
    // Topics one after the other, so that the newest one is always the same.
    for (const topic of TOPICS) await this.playTopic(topic);
    for (const conversation of DIRECT) await this.playDirect(conversation);
    await this.readWhatIsOld();
  }

  async join(name) {
    const email = `${name.split(' ')[0].toLowerCase()}@${EMAIL_DOMAIN}`;
    const password = randomBytes(24).toString('hex');
    await this.owner.call('POST', '/users', { email, password, full_name: name });
    const { api_key: apiKey, user_id: userId } = await this.owner.call('POST', '/dev_fetch_api_key', {
      username: email,
    });
    this.people.set(name, new Person(this.baseUrl, { email, apiKey, userId }));
  }

  async makeChannels() {
    const folderIds = new Map();
    for (const folder of FOLDERS) {
      const { channel_folder_id: id } = await this.owner.call('POST', '/channel_folders/create', folder);
      folderIds.set(folder.name, id);
    }
    const subscriptions = CHANNELS.map(({ name, description = '' }) => ({ name, description }));
    const principals = [...this.people.values()].map(({ userId }) => userId);
    const fields = { subscriptions, principals, send_new_subscription_messages: false };
    await this.owner.call('POST', '/users/me/subscriptions', fields);
    const { streams } = await this.owner.call('GET', '/streams');
    for (const { name, stream_id: id } of streams) this.channelIds.set(name, id);
    for (const { name, folder } of CHANNELS) {
      await this.owner.call('PATCH', `/streams/${this.channelIds.get(name)}`, { folder_id: folderIds.get(folder) });
    }
  }

  async playTopic({ channel, topic, messages }) {
    const to = { type: 'channel', to: this.channelIds.get(channel), topic };
    for (const message of messages) await this.say(to, message);
  }

  async playDirect({ people, messages }) {
    const to = { type: 'direct', to: people.map((name) => this.person(name).userId) };
    for (const message of messages) await this.say(to, message);
  }

  async say(to, { by, text, picture, reactions = {}, votes = {} }) {
    const speaker = this.person(by);
    const content = picture ? `${text}\n\n${await this.upload(speaker, picture)}` : text;
    const { id } = await speaker.call('POST', '/messages', { ...to, content, read_by_sender: true });
    const further = [
      ...Object.entries(reactions).flatMap(([emoji, names]) =>
        names.map((name) => this.person(name).call('POST', `/messages/${id}/reactions`, { emoji_name: emoji })),
      ),
      ...Object.entries(votes).map(([name, option]) => {
        const vote = { type: 'vote', key: `canned,${option}`, vote: 1 };
        return this.person(name).call('POST', '/submessage', {
          message_id: id,
          msg_type: 'widget',
          content: textOf(textOf(vote)),
        });
      }),
    ];
    await Promise.all(further);
  }

  async upload(speaker, picture) {
    const form = new FormData();
    form.set('file', new Blob([await drawPicture(picture)], { type: 'image/png' }), `${picture}.png`);
    const { url } = await speaker.call('POST', '/user_uploads', form);
    return `[${picture}.png](${url})`;
  }

  /** So that what is unread is worth reading. */
  async readWhatIsOld() {
    const made = CHANNELS.filter(({ description }) => description !== undefined);
    const begun = made.map(({ name }) => ({ channel: name, topic: CHANNEL_EVENTS }));
    const old = [...TOPICS.filter(({ isOld }) => isOld), ...begun];
    const reading = [...this.people.values()].flatMap((person) =>
      old.map(({ channel, topic }) =>
        person.call('POST', '/mark_topic_as_read', { stream_id: this.channelIds.get(channel), topic_name: topic }),
      ),
    );
    await Promise.all(reading);
  }
}

/**
 * Gives the demo organization people, channels and conversations, once: a second start finds them.
 * @param {string} baseUrl of the running service
 * @param {readonly { full_name: string, email: string, api_key: string, user_id: number }[]} accounts of cluster.json
 * @returns {Promise<boolean>} whether anything was done
 * @throws Error with what the service said
 */
export async function playDemo(baseUrl, accounts) {
  const play = new Play(baseUrl, accounts);
  if (!play.owner || (await play.hasBegun())) return false;
  await play.run();
  return true;
}
