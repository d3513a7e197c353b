import { deactivateBot, reactivateUser, regenerateBotApiKey } from '@stoa/contracts/users';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useSubmit } from '../../client/submit';
import { ORGANIZATION_PERMISSIONS } from '../../parts/addresses';
import { WhoHas } from '../../parts/who-has';
import { type Bot, administeredBots } from '../../store/bots';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Problem } from '../../ui/problem';
import { BotCalls } from './bot-calls';
import { BotDeliveries } from './bot-deliveries';
import { BotForm } from './bot-form';
import { useBotKey } from './bot-key';
import { BotToken } from './bot-token';
import { BotType, botTypeText, mayCreate } from './bot-types';
import { KeyShown } from './key-shown';
import { FilteredList, WhenFetched } from './parts';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSettings } from './webhook-settings';

interface Asked {
  kind: 'edit' | 'calls' | 'deliveries' | 'key' | 'token' | 'address' | 'webhook' | 'deactivate';
  bot: Bot;
}

function Deactivate({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { isBusy, problem, submit } = useSubmit();
  return (
    <Confirm
      title={ts('bots.deactivateTitle', { name: bot.full_name })}
      action={ts('bots.deactivate')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() =>
        void submit(() => call(deactivateBot, { bot_id: bot.user_id })).then((isDone) => {
          if (isDone) onClose();
        })
      }
    >
      <p>{ts('bots.deactivateText')}</p>
    </Confirm>
  );
}

function BotKey({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const [fresh, setFresh] = useState<string>();
  const { user_id: bot_id } = bot;
  const [fetched, again] = useBotKey(bot_id);
  const { isBusy, problem, submit } = useSubmit();
  return (
    <Confirm
      title={ts('bots.keyTitle', { name: bot.full_name })}
      action={ts('bots.regenerate')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void submit(async () => setFresh((await call(regenerateBotApiKey, { bot_id })).api_key))}
    >
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ api_key }) => <KeyShown email={bot.email} apiKey={fresh ?? api_key} />}
      </WhenFetched>
      <p className="setting-hint">{ts('bots.regenerateText')}</p>
    </Confirm>
  );
}

function BotRow({ bot, onAsk }: { bot: Bot; onAsk: (kind: Asked['kind']) => void }) {
  const owner = useClientState((state) => bot.owner_id !== null && userOf(state, bot.owner_id).full_name);
  const { isBusy, problem, submit } = useSubmit();
  const reactivate = (): void => void submit(() => call(reactivateUser, { user_id: bot.user_id }));
  const facts = [
    bot.bot_type !== null && botTypeText(bot.bot_type),
    bot.email,
    owner && ts('bots.ownedBy', { owner }),
  ].filter(Boolean);
  return (
    <>
      <Avatar userId={bot.user_id} name={bot.full_name} url={bot.avatar_url} size={2} />
      <span className="item-text">
        <bdi>{bot.full_name}</bdi>
        <span className="setting-hint">{facts.join(' · ')}</span>
        <Problem isInline text={problem} />
      </span>
      <span className="item-actions">
        {bot.is_active ? (
          <>
            <Button onClick={() => onAsk('edit')}>{ts('bots.edit')}</Button>
            {(bot.bot_type === BotType.OutgoingWebhook || bot.bot_type === BotType.Embedded) && (
              <Button onClick={() => onAsk('calls')}>{ts('bots.calls')}</Button>
            )}
            <Button onClick={() => onAsk('key')}>{ts('bots.key')}</Button>
            {bot.bot_type === BotType.OutgoingWebhook && (
              <Button onClick={() => onAsk('token')}>{ts('bots.token')}</Button>
            )}
            {bot.bot_type === BotType.IncomingWebhook && (
              <>
                <Button onClick={() => onAsk('address')}>{ts('bots.webhookAddress')}</Button>
                <Button onClick={() => onAsk('webhook')}>{ts('bots.webhookSettings')}</Button>
                <Button onClick={() => onAsk('deliveries')}>{ts('bots.deliveries')}</Button>
              </>
            )}
            <Button kind="danger" onClick={() => onAsk('deactivate')}>
              {ts('bots.deactivate')}
            </Button>
          </>
        ) : (
          <Button disabled={isBusy} onClick={reactivate}>
            {ts('bots.reactivate')}
          </Button>
        )}
      </span>
    </>
  );
}

const ASKED: Readonly<Record<Asked['kind'], (props: { bot: Bot; onClose: () => void }) => ReactNode>> = {
  edit: BotForm,
  calls: BotCalls,
  deliveries: BotDeliveries,
  key: BotKey,
  token: BotToken,
  address: WebhookDialog,
  webhook: WebhookSettings,
  deactivate: Deactivate,
};

/** Who may create bots, for who may not. */
function WhoCreates() {
  const any = useClientState((state) => state.organization.realm_can_create_bots_group);
  const webhooks = useClientState((state) => state.organization.realm_can_create_write_only_bots_group);
  return (
    <>
      {' '}
      {ts('bots.mayNotCreate')}
      <WhoHas values={[any, webhooks]} href={ORGANIZATION_PERMISSIONS} />
    </>
  );
}

/** Bots: the own ones, or all that the user administers. */
export function BotsPage({ isOwnOnly }: { isOwnOnly: boolean }) {
  const bots = useClientState((state) => state.bots);
  const users = useClientState((state) => state.users);
  const ownId = useClientState((state) => state.userId);
  const may = useClientState(mayCreate);
  const [asked, setAsked] = useState<Asked>();
  const [isCreating, setCreating] = useState(false);
  const [isInactiveShown, setInactiveShown] = useState(false);
  const { compare } = new Intl.Collator(languageInUse());
  const all = useMemo(() => administeredBots({ bots, users }), [bots, users]);
  const shown = all
    .filter((bot) => !isOwnOnly || bot.owner_id === ownId)
    .sort((a, b) => compare(a.full_name, b.full_name));
  const Opened = asked && ASKED[asked.kind];
  return (
    <>
      <div className="settings-tools">
        <p>
          {ts('bots.about')}
          {may === 'none' && <WhoCreates />}
        </p>
        {may !== 'none' && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            <Plus size="1em" aria-hidden="true" /> {ts('bots.create')}
          </Button>
        )}
      </div>
      {shown.some((bot) => !bot.is_active) && (
        <label className="check-row">
          <input
            type="checkbox"
            className="check"
            checked={isInactiveShown}
            onChange={(event) => setInactiveShown(event.target.checked)}
          />
          {ts('bots.showInactive')}
        </label>
      )}
      <FilteredList
        items={shown.filter((bot) => bot.is_active || isInactiveShown)}
        textOf={({ full_name, email }) => `${full_name} ${email}`}
        keyOf={({ user_id }) => user_id}
        label={ts('page.bots')}
        empty={ts('bots.empty')}
      >
        {(bot) => <BotRow bot={bot} onAsk={(kind) => setAsked({ kind, bot })} />}
      </FilteredList>
      {isCreating && <BotForm onClose={() => setCreating(false)} />}
      {Opened && (
        <Opened
          bot={all.find(({ user_id }) => user_id === asked.bot.user_id) ?? asked.bot}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
