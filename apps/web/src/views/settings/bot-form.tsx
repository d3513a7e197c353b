import { createBot, updateBot } from '@stoa/contracts/users';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import type { Bot } from '../../store/bots';
import { ts } from '../../strings/settings-strings';
import { BotType, botTypeText, mayCreate, shortNameOf, typesFor } from './bot-types';
import { PictureButton } from './crop/picture-button';
import { FormDialog } from './form-dialog';
import { FormField } from './parts';
import { PeoplePicker } from './people-picker';

interface Values {
  fullName: string;
  shortName: string | undefined;
  type: number;
  address: string;
  serviceInterface: number;
  serviceName: string;
  /** Settings of an embedded bot, without those that it has by itself. */
  config: Readonly<Record<string, string>>;
  ownerId: number | undefined;
  picture: File | undefined;
}

/** What an outgoing webhook talks to now. */
function serviceOf(bot: Bot | undefined): { address: string; serviceInterface: number } {
  const service = bot?.services.find((known) => 'base_url' in known);
  return { address: service?.base_url ?? '', serviceInterface: service?.interface ?? 1 };
}

/** What an embedded bot is, and how it is set up. */
function embeddedOf(bot: Bot | undefined): { serviceName: string; config: Readonly<Record<string, string>> } {
  const service = bot?.services.find((known) => 'service_name' in known);
  return { serviceName: service?.service_name ?? '', config: service?.config_data ?? {} };
}

function startOf(bot: Bot | undefined, types: readonly number[]): Values {
  return {
    fullName: bot?.full_name ?? '',
    shortName: undefined,
    type: bot?.bot_type ?? types[0] ?? BotType.Generic,
    ...serviceOf(bot),
    ...embeddedOf(bot),
    ownerId: bot?.owner_id ?? undefined,
    picture: undefined,
  };
}

function create(values: Values): Promise<unknown> {
  const { fullName, shortName, type, address, serviceInterface, serviceName, config, picture } = values;
  return call(
    createBot,
    {
      full_name: fullName.trim(),
      short_name: (shortName ?? shortNameOf(fullName)).trim(),
      bot_type: type,
      ...(type === BotType.OutgoingWebhook ? { payload_url: address, interface_type: serviceInterface } : {}),
      ...(serviceName === '' ? {} : { service_name: serviceName }),
      ...(type === BotType.Embedded ? { config_data: config } : {}),
    },
    { files: picture ? [picture] : [] },
  );
}

/** Only what is another than before. */
function update(bot: Bot, values: Values): Promise<unknown> {
  const before = serviceOf(bot);
  const { fullName, ownerId, address, serviceInterface, config, picture } = values;
  const isSetUpAnew = bot.bot_type === BotType.Embedded && config !== embeddedOf(bot).config;
  return call(
    updateBot,
    {
      bot_id: bot.user_id,
      ...(fullName.trim() === bot.full_name ? {} : { full_name: fullName.trim() }),
      ...(ownerId === undefined || ownerId === bot.owner_id ? {} : { bot_owner_id: ownerId }),
      ...(address === before.address ? {} : { service_payload_url: address }),
      ...(serviceInterface === before.serviceInterface ? {} : { service_interface: serviceInterface }),
      ...(isSetUpAnew ? { config_data: config } : {}),
    },
    { files: picture ? [picture] : [] },
  );
}

interface FieldsProps {
  values: Values;
  set: (changes: Partial<Values>) => void;
}

function Outgoing({ values, set }: FieldsProps) {
  return (
    <>
      <FormField label={ts('bots.address')}>
        <input
          className="input"
          type="url"
          placeholder="https://"
          value={values.address}
          onChange={(event) => set({ address: event.target.value })}
        />
      </FormField>
      <FormField label={ts('bots.interface')}>
        <select
          className="input"
          value={values.serviceInterface}
          onChange={(event) => set({ serviceInterface: Number(event.target.value) })}
        >
          <option value={1}>{ts('bots.interface.1')}</option>
          <option value={2}>{ts('bots.interface.2')}</option>
        </select>
      </FormField>
    </>
  );
}

/** Settings of an embedded bot, at first what it has by itself. */
function EmbeddedFields({ values, set }: FieldsProps) {
  const embedded = useClientState((state) => state.embeddedBots);
  const known = embedded.find(({ name }) => name === values.serviceName);
  return Object.entries(known?.config ?? {}).map(([key, usual]) => (
    <FormField key={key} label={key}>
      <input
        className="input"
        required
        value={values.config[key] ?? usual}
        onChange={(event) => set({ config: { ...values.config, [key]: event.target.value } })}
      />
    </FormField>
  ));
}

function NewBotFields({ values, set, types }: FieldsProps & { types: readonly number[] }) {
  const domain = useClientState((state) => state.organization.realm_bot_domain);
  const webhooks = useClientState((state) => state.webhookBots);
  const embedded = useClientState((state) => state.embeddedBots);
  const services = values.type === BotType.IncomingWebhook ? webhooks : embedded;
  const hasServices = values.type === BotType.IncomingWebhook || values.type === BotType.Embedded;
  return (
    <>
      <FormField label={ts('bots.emailStart')} hint={ts('bots.emailHint', { domain })}>
        <input
          className="input"
          value={values.shortName ?? shortNameOf(values.fullName)}
          onChange={(event) => set({ shortName: event.target.value })}
        />
      </FormField>
      <FormField label={ts('bots.type')}>
        <select
          className="input"
          value={values.type}
          onChange={(event) => {
            const type = Number(event.target.value);
            set({ type, serviceName: type === BotType.Embedded ? (embedded[0]?.name ?? '') : '', config: {} });
          }}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {botTypeText(type)}
            </option>
          ))}
        </select>
      </FormField>
      {hasServices && services.length > 0 && (
        <FormField label={ts('bots.service')}>
          <select
            className="input"
            value={values.serviceName}
            onChange={(event) => set({ serviceName: event.target.value, config: {} })}
          >
            {values.type === BotType.IncomingWebhook && <option value="">{ts('bots.noService')}</option>}
            {services.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </FormField>
      )}
    </>
  );
}

/** Makes a bot, or changes one. */
export function BotForm({ bot, onClose }: { bot?: Bot; onClose: () => void }) {
  const may = useClientState(mayCreate);
  const hasEmbedded = useClientState((state) => state.embeddedBots.length > 0);
  const types = typesFor(may, hasEmbedded);
  const [values, setValues] = useState(() => startOf(bot, types));
  const set = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const isOutgoing = values.type === BotType.OutgoingWebhook;
  return (
    <FormDialog
      title={bot ? ts('bots.editTitle', { name: bot.full_name }) : ts('bots.create')}
      action={bot ? ts('form.save') : ts('form.create')}
      isReady={
        values.fullName.trim() !== '' &&
        (!isOutgoing || URL.canParse(values.address)) &&
        Object.values(values.config).every((value) => value.trim() !== '')
      }
      onSubmit={() => (bot ? update(bot, values) : create(values))}
      onClose={onClose}
    >
      <FormField label={ts('profile.name')}>
        <input
          className="input"
          data-autofocus
          maxLength={100}
          value={values.fullName}
          onChange={(event) => set({ fullName: event.target.value })}
        />
      </FormField>
      {!bot && <NewBotFields values={values} set={set} types={types} />}
      {isOutgoing && <Outgoing values={values} set={set} />}
      {values.type === BotType.Embedded && <EmbeddedFields values={values} set={set} />}
      <div className="field">
        <span>{ts('bots.picture')}</span>
        <div className="inline-form">
          <PictureButton text={ts('organization.upload')} aspect={1} onFile={(picture) => set({ picture })} />
          <span>{values.picture?.name}</span>
        </div>
      </div>
      {bot && (
        <div className="field">
          <span>{ts('bots.owner')}</span>
          <PeoplePicker
            label={ts('bots.owner')}
            userIds={values.ownerId === undefined ? [] : [values.ownerId]}
            onChange={(ids) => set({ ownerId: ids.at(-1) ?? bot.owner_id ?? undefined })}
          />
        </div>
      )}
    </FormDialog>
  );
}
