import { useEffect, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { useSlice } from '../../store/store';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Fact } from '../settings/parts';
import { type Health, healthOf } from './health';

const SECOND_MS = 1000;

/** The time in milliseconds, new every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const STATES: Readonly<Record<Health['kind'], SettingsKey>> = {
  connecting: 'health.connecting',
  live: 'health.live',
  reconnecting: 'health.reconnecting',
  resuming: 'health.resuming',
  'signed-out': 'health.signedOut',
};

interface HealthFact {
  readonly name: string;
  readonly value: string;
}

/** What can be said of the connection, in the order in which it matters. */
function useFacts(): readonly HealthFact[] {
  const client = useClient();
  const now = useNow();
  const status = useSlice(client.status, (value) => value);
  const messages = useSlice(client.outbox.messages, (value) => value);
  const { service_version: version, service_feature_level: level } = useClientState((state) => state.service);
  const { kind, silentSeconds, waiting, refused } = healthOf(status, messages, now);
  const { isLeading, lastEventId } = client.connection();
  return [
    { name: ts('health.state'), value: ts(STATES[kind]) },
    ...(silentSeconds === undefined
      ? []
      : [
          {
            name: ts(kind === 'live' ? 'health.heard' : 'health.since'),
            value: ts('health.ago', { seconds: silentSeconds }),
          },
        ]),
    { name: ts('health.waiting'), value: ts('health.messages', { waiting, refused }) },
    { name: ts('health.network'), value: ts(navigator.onLine ? 'health.online' : 'health.offline') },
    { name: ts('health.tab'), value: ts(isLeading ? 'health.leads' : 'health.follows') },
    ...(lastEventId === undefined ? [] : [{ name: ts('health.event'), value: String(lastEventId) }]),
    { name: ts('about.version'), value: `${version} (${ts('about.level')} ${level})` },
  ];
}

/** How well the client is connected, and what waits: for people, and for those whom they ask for help. */
export function ConnectionHealth({ onClose }: { onClose: () => void }) {
  const { tryNow } = useClient();
  const facts = useFacts();
  const copy = (): void => {
    void copyText(facts.map(({ name, value }) => `${name}: ${value}`).join('\n'), t('message.textCopied'));
  };
  return (
    <Dialog
      title={ts('health.title')}
      description={ts('health.about')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={copy}>{ts('about.copy')}</Button>
          <Button kind="primary" onClick={tryNow}>
            {ts('health.check')}
          </Button>
        </>
      }
    >
      {facts.map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Dialog>
  );
}
