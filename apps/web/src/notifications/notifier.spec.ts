import { NOTIFICATION_SOUNDS } from '@stoa/contracts/users';
import { changed } from '../store/apply';
import type { Message } from '../store/message';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { addUnread, removeUnread, unreadOf } from '../store/unread';
import { aUser, anAnswer, ME } from '../test-support/answer';
import { TestClock } from '../test-support/clock';
import type { Happenings, Shown } from './desktop';
import { Notifier } from './notifier';
import { MELODIES } from './sounds';

const BO = 20;
const ANN = 30;

function aDirect(id: number, changes: Partial<Message> = {}): Message {
  return {
    ...{ id, sender_id: BO, sender_full_name: '', sender_email: '', avatar_url: null, client: '', timestamp: 0 },
    ...{ content: `text ${id}`, is_me_message: false, topic_links: [], reactions: [], submessages: [] },
    ...{ flags: new Set<string>(), type: 'private', directKey: String(BO) },
    ...changes,
  } as Message;
}

function firstState(): State {
  const state = snapshotState(
    anAnswer({ realm_users: [aUser(ME), aUser(BO, { full_name: 'Bo' }), aUser(ANN, { full_name: 'Ann' })] }),
  );
  const settings = {
    ...state.settings,
    ...{ enable_desktop_notifications: true, enable_sounds: true, notification_sound: 'ding' },
    ...{ wildcard_mentions_notify: true, pm_content_in_desktop_notifications: true },
  };
  return { ...state, settings };
}

/** A tab with everything around it. */
function aTab({ leads = true } = {}) {
  const store = new Store(firstState());
  const clock = new TestClock();
  const open: (Shown & Happenings)[] = [];
  const closed: string[] = [];
  const played: string[] = [];
  const posted: number[] = [];
  const opened: number[] = [];
  let hear: (id: number) => void = () => undefined;
  const reading = new Set<number>();
  const leaving = new AbortController();
  const notifier = new Notifier({
    ...{ store, clock },
    signal: leaving.signal,
    leads: () => leads,
    isReading: ({ id }) => reading.has(id),
    seen: { post: (id) => posted.push(id), listen: (listener) => (hear = listener) },
    textOf: ({ content }) => content,
    show: (shown, happenings) => {
      open.push({ ...shown, ...happenings });
      return { close: () => closed.push(shown.tag) };
    },
    play: (sound) => played.push(sound),
    open: ({ id }) => opened.push(id),
    addressOf: ({ id }) => `#near/${id}`,
    log: (error) => {
      throw error;
    },
  });
  const come = async (...messages: Message[]): Promise<void> => {
    store.update((state) =>
      changed(state, (draft) => {
        for (const message of messages) {
          draft.write('messages').set(message.id, message);
          addUnread(draft, unreadOf(message));
        }
      }),
    );
    notifier.note(messages.map((message, id) => ({ id, type: 'message', message })));
  };
  const read = (...ids: number[]): void => store.update((state) => changed(state, (draft) => removeUnread(draft, ids)));
  return {
    store,
    clock,
    open,
    closed,
    played,
    posted,
    opened,
    reading,
    leaving,
    notifier,
    come,
    read,
    hear: (id: number) => hear(id),
  };
}

describe('notifications', () => {
  it('are shown and heard for a direct message', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    const data = { messageId: 1, hash: '#near/1' };
    expect(tab.open).toMatchObject([{ title: 'Bo (to you)', body: 'text 1', tag: 'direct/20', data }]);
    expect(tab.played).toEqual(['ding']);
  });

  it('are one for a conversation, with a count, and open the newest message', async () => {
    const tab = aTab();
    await tab.come(aDirect(1), aDirect(2));
    await tab.clock.advance(200);
    await tab.come(aDirect(3, { directKey: `${BO},${ANN}` }));
    await tab.clock.advance(200);
    const titles = tab.open.map(({ title }) => title);
    expect(titles).toEqual(['Bo (to you)', '2 messages from Bo (to you)', 'Bo (to you and Ann)']);
    expect(tab.played).toEqual(['ding', 'ding']);
    tab.open[1]?.onClick();
    expect(tab.opened).toEqual([2]);
  });

  it('begin to count anew when one was closed', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    tab.open[0]?.onClose();
    await tab.come(aDirect(2));
    await tab.clock.advance(200);
    expect(tab.open[1]?.title).toBe('Bo (to you)');
  });

  it('go on counting when one gives way to its successor', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    await tab.come(aDirect(2));
    await tab.clock.advance(200);
    tab.open[0]?.onClose();
    await tab.come(aDirect(3));
    await tab.clock.advance(200);
    expect(tab.open[2]?.title).toBe('3 messages from Bo (to you)');
  });

  it('are closed when everything of them was read', async () => {
    const tab = aTab();
    await tab.come(aDirect(1), aDirect(2));
    await tab.clock.advance(200);
    tab.read(1);
    expect(tab.closed).toEqual([]);
    tab.read(2);
    expect(tab.closed).toEqual(['direct/20']);
  });

  it('stay away for what is read before they come', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    tab.read(1);
    await tab.clock.advance(200);
    expect(tab.open).toEqual([]);
    expect(tab.played).toEqual([]);
  });

  it('stay away for what is being read here, and the other tabs are told', async () => {
    const tab = aTab();
    tab.reading.add(1);
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    expect([tab.open, tab.posted]).toEqual([[], [1]]);
  });

  it('stay away for what is being read in another tab', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    tab.hear(1);
    await tab.clock.advance(200);
    expect(tab.open).toEqual([]);
  });

  it('are left to the tab that leads', async () => {
    const tab = aTab({ leads: false });
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    expect([tab.open, tab.played]).toEqual([[], []]);
  });

  it('tell of a message once, and of an old one that mentions the user since it was edited', async () => {
    const tab = aTab();
    const quiet = aDirect(1, { type: 'stream', stream_id: 5, topic: 'plan' });
    await tab.come(quiet);
    await tab.clock.advance(200);
    expect(tab.open).toEqual([]);
    const edited = { ...quiet, flags: new Set(['mentioned']) };
    tab.store.update((state) => changed(state, (draft) => draft.write('messages').set(1, edited)));
    const event = { id: 9, type: 'update_message', message_id: 1, content: 'x', rendering_only: false };
    tab.notifier.note([event]);
    tab.notifier.note([event]);
    await tab.clock.advance(200);
    expect(tab.open.map(({ title }) => title)).toEqual(['Bo (#channel 5 > plan)']);
  });

  it('hide the text of direct messages where that is wanted', async () => {
    const tab = aTab();
    tab.store.update((state) => ({
      ...state,
      settings: { ...state.settings, pm_content_in_desktop_notifications: false },
    }));
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    expect(tab.open[0]?.body).toBe('New direct message from Bo');
  });

  it('are taken away with the account', async () => {
    const tab = aTab();
    await tab.come(aDirect(1));
    await tab.clock.advance(200);
    tab.leaving.abort();
    expect(tab.closed).toEqual(['direct/20']);
  });

  it('have a melody for every sound of the service', () => {
    expect(NOTIFICATION_SOUNDS.filter((name) => !(name in MELODIES))).toEqual([]);
  });
});
