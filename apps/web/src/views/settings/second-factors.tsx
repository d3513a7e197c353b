import { confirmTotp, getSecondFactors, removeTotp, renewRecoveryCodes, setUpTotp } from '@stoa/contracts/users';
import { type ReactNode, useState } from 'react';
import { type AnswerOf, call } from '../../api/client';
import { useFetched } from '../../client/fetched';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { CodeList } from '../../ui/code-list';
import { Dialog } from '../../ui/dialog';
import { QrCode } from '../../ui/qr-code';
import { FormDialog } from './form-dialog';
import { PasskeysList } from './passkeys-list';
import { Block, Fact, FormField, WhenFetched } from './parts';
import { ProofField, useOwnProof } from './proof-field';

type Factors = AnswerOf<typeof getSecondFactors>;
type Open = 'set-up' | 'remove' | 'codes';

interface DialogProps {
  onClose: () => void;
  /** Something has changed. */
  onDone: () => void;
}

const load = (signal: AbortSignal) => call(getSecondFactors, {}, { signal });

/** Codes are shown once. */
function CodesShown({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title={ts('factors.codes')}
      description={ts('factors.codesText')}
      size="small"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {ts('factors.codesKept')}
        </Button>
      }
    >
      <CodeList codes={codes} label={ts('factors.codes')} />
    </Dialog>
  );
}

function SetUp({ onClose, onDone }: DialogProps) {
  const proof = useOwnProof();
  const [code, setCode] = useState('');
  const [totp, setTotp] = useState<AnswerOf<typeof setUpTotp>>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesShown codes={codes} onClose={onDone} />;
  if (!totp) {
    const begin = async (): Promise<void> => setTotp(await call(setUpTotp, { password: proof.password }));
    return (
      <FormDialog
        title={ts('factors.setUp')}
        description={ts('factors.setUpText')}
        action={ts('factors.next')}
        isReady={proof.isReady}
        staysOpen
        onSubmit={begin}
        onClose={onClose}
      >
        <ProofField proof={proof} />
      </FormDialog>
    );
  }
  const confirm = async (): Promise<void> => setCodes((await call(confirmTotp, { code })).recovery_codes);
  return (
    <FormDialog
      title={ts('factors.setUp')}
      description={ts('factors.scan')}
      action={ts('factors.confirm')}
      isReady={code !== ''}
      staysOpen
      onSubmit={confirm}
      onClose={onClose}
    >
      <QrCode text={totp.address} label={ts('factors.qr')} />
      <p>
        {ts('factors.secret')} <code>{totp.secret}</code>
      </p>
      <FormField label={ts('factors.code')}>
        <input
          className="input"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </FormField>
    </FormDialog>
  );
}

function Remove({ onClose, onDone }: DialogProps) {
  const proof = useOwnProof();
  return (
    <FormDialog
      title={ts('factors.remove')}
      description={ts('factors.removeText')}
      action={ts('factors.removeAction')}
      isReady={proof.isReady}
      onSubmit={() => call(removeTotp, { password: proof.password }).then(onDone)}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}

function RenewCodes({ onClose, onDone }: DialogProps) {
  const proof = useOwnProof();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesShown codes={codes} onClose={onDone} />;
  const renew = async (): Promise<void> => {
    const { recovery_codes: made } = await call(renewRecoveryCodes, { password: proof.password });
    setCodes(made);
  };
  return (
    <FormDialog
      title={ts('factors.renewCodes')}
      description={ts('factors.renewCodesText')}
      action={ts('factors.renewCodes')}
      isReady={proof.isReady}
      staysOpen
      onSubmit={renew}
      onClose={onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}

const DIALOGS: Readonly<Record<Open, (props: DialogProps) => ReactNode>> = {
  'set-up': SetUp,
  remove: Remove,
  codes: RenewCodes,
};

function Totp({ factors, onOpen }: { factors: Factors; onOpen: (open: Open) => void }) {
  const { totp_since: since, recovery_codes_left: codesLeft, is_required: isRequired } = factors;
  if (since === null) {
    return (
      <Fact name={ts('factors.app')} action={<Button onClick={() => onOpen('set-up')}>{ts('factors.setUp')}</Button>}>
        {isRequired ? ts('factors.required') : ts('factors.none')}
      </Fact>
    );
  }
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  return (
    <>
      <Fact name={ts('factors.app')} action={<Button onClick={() => onOpen('remove')}>{ts('factors.remove')}</Button>}>
        {ts('factors.since', { date: date.format(since * 1000) })}
      </Fact>
      <Fact
        name={ts('factors.codes')}
        action={<Button onClick={() => onOpen('codes')}>{ts('factors.renewCodes')}</Button>}
      >
        {ts('factors.codesLeft', { count: codesLeft })}
      </Fact>
    </>
  );
}

/** What is asked for at a sign-in besides the password (identity.md 9). */
export function SecondFactors() {
  const [fetched, again] = useFetched(load);
  const [open, setOpen] = useState<Open>();
  const Opened = open && DIALOGS[open];
  const done = (): void => {
    setOpen(undefined);
    again();
  };
  return (
    <Block title={ts('factors.title')}>
      <p className="setting-hint">{ts('factors.about')}</p>
      <WhenFetched fetched={fetched} onRetry={again}>
        {(factors) => (
          <>
            <Totp factors={factors} onOpen={setOpen} />
            <PasskeysList passkeys={factors.passkeys} onChanged={again} />
          </>
        )}
      </WhenFetched>
      {Opened && <Opened onClose={() => setOpen(undefined)} onDone={done} />}
    </Block>
  );
}
