import { getWebhookSettings } from '@stoa/contracts/users';
import { useCallback } from 'react';
import { call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import type { Bot } from '../../store/bots';
import { ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Block, WhenFetched } from './parts';
import { WebhookMentions } from './webhook-mentions';
import { WebhookSecrets } from './webhook-secrets';
import { WebhookTemplates } from './webhook-templates';

/** How an incoming webhook bot is set up: secrets, templates, and whom it mentions (docs/integrations). */
export function WebhookSettings({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const botId = bot.user_id;
  const load = useCallback((signal: AbortSignal) => call(getWebhookSettings, { bot_id: botId }, { signal }), [botId]);
  const [fetched, again] = useFetched(load);
  return (
    <Dialog
      title={ts('webhookSettings.title', { name: bot.full_name })}
      size="medium"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ settings, secrets, mentions }) => (
          <>
            <Block title={ts('webhookSettings.secrets')}>
              <WebhookSecrets botId={botId} secrets={secrets} onChanged={again} />
            </Block>
            <Block title={ts('webhookSettings.templates')}>
              {settings === null ? (
                <p className="setting-hint">{ts('webhookSettings.ownerOnly')}</p>
              ) : (
                <WebhookTemplates botId={botId} settings={settings} />
              )}
            </Block>
            <Block title={ts('webhookSettings.mentions')}>
              <WebhookMentions botId={botId} mentions={mentions} onChanged={again} />
            </Block>
          </>
        )}
      </WhenFetched>
    </Dialog>
  );
}
