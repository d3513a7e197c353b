import { updateOwnStatus } from '@stoa/contracts/presence';
import { muteUser, unmuteUser, updateSettings } from '@stoa/contracts/users';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { confirmDone } from '../client/notices';
import { changed } from '../store/apply';
import type { State, UserStatus } from '../store/state';
import { userOf } from '../store/users';
import { tp } from '../strings/people-strings';

function withMuted(state: State, userId: number, since: number | undefined): State {
  return changed(state, (draft) => {
    const muted = draft.write('mutedUsers');
    if (since === undefined) muted.delete(userId);
    else muted.set(userId, since);
  });
}

/** Mutes somebody at once, or takes it back; it is undone if the service refuses. */
export async function setMuted({ store }: Client, userId: number, isMuted: boolean): Promise<void> {
  const before = store.get().mutedUsers.get(userId);
  store.update((state) => withMuted(state, userId, isMuted ? Math.floor(Date.now() / 1000) : undefined));
  const isDone = await act(() => call(isMuted ? muteUser : unmuteUser, { muted_user_id: userId }), {
    undo: () => store.update((state) => withMuted(state, userId, before)),
  });
  if (isDone && isMuted) confirmDone(tp('mute.done', { name: userOf(store.get(), userId).full_name }));
}

/** Whether somebody has set a text or an emoji. */
export function hasStatus({ statuses }: Pick<State, 'statuses'>, userId: number): boolean {
  const { emoji_name, status_text } = statuses.get(userId) ?? {};
  return Boolean(emoji_name) || Boolean(status_text);
}

/** What is sent for a status: all of it, so that what is left out goes. */
export function statusRequest({ status_text = '', emoji_name = '', emoji_code, reaction_type }: UserStatus) {
  const text = { status_text: status_text.trim(), emoji_name };
  return emoji_name === '' ? text : { ...text, emoji_code, reaction_type };
}

/** The event that follows shows it. */
export function saveStatus(status: UserStatus): Promise<unknown> {
  return call(updateOwnStatus, statusRequest(status));
}

export function clearStatus(): void {
  void act(() => saveStatus({}));
}

/** Shows others that the user is there, or no longer; it is undone if the service refuses. */
export function setInvisible({ store }: Client, isInvisible: boolean): void {
  const show = (presence_enabled: boolean): void =>
    store.update((state) => changed(state, (draft) => draft.set('settings', { ...state.settings, presence_enabled })));
  show(!isInvisible);
  void act(() => call(updateSettings, { presence_enabled: !isInvisible }), { undo: () => show(isInvisible) });
}
