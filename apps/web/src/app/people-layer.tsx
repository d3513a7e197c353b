import { lazy } from 'react';
import { type PeopleDialog, openCard, peopleDialog } from '../parts/people-cards';
import { useSlice } from '../store/store';
import { withPeopleTexts } from '../parts/with-people-texts';
import { Awaited } from '../parts/awaited';

const UserCard = lazy(async () => ({
  default: (await withPeopleTexts(import('../views/people/user-card'))).UserCard,
}));
const GroupCard = lazy(async () => ({
  default: (await (await import('../views/people/load')).loadGroupCard()).GroupCard,
}));
const StatusDialog = lazy(async () => ({
  default: (await withPeopleTexts(import('../views/people/status-dialog'))).StatusDialog,
}));
const MuteDialog = lazy(async () => ({
  default: (await withPeopleTexts(import('../views/people/mute-dialog'))).MuteDialog,
}));
const SignOutDialog = lazy(async () => ({
  default: (await withPeopleTexts(import('../views/people/sign-out-dialog'))).SignOutDialog,
}));

const closeCard = (): void => openCard.set(undefined);
const closeDialog = (): void => peopleDialog.set(undefined);

function Card() {
  const card = useSlice(openCard, (open) => open);
  if (!card) return null;
  const Shown = card.kind === 'user' ? UserCard : GroupCard;
  return (
    <Awaited onDrop={closeCard}>
      <Shown key={`${card.kind} ${card.id}`} {...card} onClose={closeCard} />
    </Awaited>
  );
}

function Asked({ dialog }: { dialog: PeopleDialog }) {
  switch (dialog.kind) {
    case 'status':
      return <StatusDialog onClose={closeDialog} />;
    case 'signOut':
      return <SignOutDialog onClose={closeDialog} />;
    case 'mute':
      return <MuteDialog userId={dialog.userId} onClose={closeDialog} />;
  }
}

function PeopleDialogs() {
  const dialog = useSlice(peopleDialog, (open) => open);
  return (
    dialog && (
      <Awaited onDrop={closeDialog}>
        <Asked dialog={dialog} />
      </Awaited>
    )
  );
}

/** Cards and dialogs about people, over whatever asked for them; each is loaded when it is opened first. */
export function PeopleLayer() {
  return (
    <>
      <Card />
      <PeopleDialogs />
    </>
  );
}
