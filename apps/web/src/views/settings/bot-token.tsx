import { showServiceToken } from '@stoa/contracts/users';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client';
import { copyText } from '../../client/copy';
import { useSubmit } from '../../client/submit';
import type { Bot } from '../../store/bots';
import { ts } from '../../strings/settings-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Problem } from '../../ui/problem';
import { ProofField, useOwnProof } from './proof-field';

/** The token by which an outgoing webhook's service knows this chat: for who has shown to be its owner. */
export function BotToken({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const proof = useOwnProof();
  const [token, setToken] = useState<string>();
  const { isBusy, problem, submit } = useSubmit();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const request = { bot_id: bot.user_id, password: proof.password };
    void submit(async () => setToken((await call(showServiceToken, request)).token));
  };
  return (
    <Dialog
      title={ts('bots.tokenTitle', { name: bot.full_name })}
      description={ts('bots.tokenAbout')}
      size="small"
      onClose={onClose}
    >
      {token === undefined ? (
        <form className="settings-form" onSubmit={onSubmit}>
          <ProofField proof={proof} />
          <Problem text={problem} />
          <Button kind="primary" type="submit" disabled={isBusy || !proof.isReady}>
            {ts('bots.tokenShow')}
          </Button>
        </form>
      ) : (
        <div className="settings-form">
          <code className="key-shown">{token}</code>
          <Button onClick={() => void copyText(token, t('message.copied'))}>
            <Copy size="1em" aria-hidden="true" /> {ts('bots.tokenCopy')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
