import { useState } from 'react';
import { useClientState } from '../../client/client';
import { ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Fact } from '../settings/parts';

/** Which software this is. */
export function About({ onClose }: { onClose: () => void }) {
  const { service_version: version, service_feature_level: level } = useClientState((state) => state.service);
  const [copied, setCopied] = useState<'message.copied' | 'message.notCopied'>();
  const copy = (): void => {
    const text = `${t('app.name')} ${version}, ${ts('about.level')} ${level}`;
    navigator.clipboard.writeText(text).then(
      () => setCopied('message.copied'),
      // The browser does not let the page write there.
      () => setCopied('message.notCopied'),
    );
  };
  return (
    <Dialog
      title={ts('about.title', { name: t('app.name') })}
      size="small"
      onClose={onClose}
      actions={<Button onClick={copy}>{copied ? t(copied) : ts('about.copy')}</Button>}
    >
      <p>{ts('about.text', { name: t('app.name') })}</p>
      <Fact name={ts('about.version')}>{version}</Fact>
      <Fact name={ts('about.level')}>{level}</Fact>
      <p className="setting-hint">{ts('about.pictures')}</p>
    </Dialog>
  );
}
