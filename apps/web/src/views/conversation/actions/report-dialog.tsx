import { type ReportType, reportMessage } from '@stoa/contracts/messages';
import { useState } from 'react';
import { call } from '../../../api/client';
import { RequestRefused } from '../../../api/failures';
import { confirmDone } from '../../../client/notices';
import { t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Problem } from '../../../ui/problem';
import type { DialogFor } from './dialog-parts';

const REASONS = {
  spam: 'report.spam',
  harassment: 'report.harassment',
  inappropriate: 'report.inappropriate',
  norms: 'report.norms',
  other: 'report.other',
} as const satisfies Record<ReportType, string>;
const LONGEST_REPORT = 1000;

function isReason(value: string): value is ReportType {
  return value in REASONS;
}

function reasonOf(error: unknown): string {
  return error instanceof RequestRefused ? error.message : t('failure.connection');
}

interface FieldsProps {
  reason: ReportType;
  text: string;
  onReason: (reason: ReportType) => void;
  onText: (text: string) => void;
}

function Fields({ reason, text, onReason, onText }: FieldsProps) {
  return (
    <>
      <label className="field">
        <span>{t('report.reason')}</span>
        <select
          className="input"
          value={reason}
          onChange={(event) => isReason(event.target.value) && onReason(event.target.value)}
        >
          {Object.entries(REASONS).map(([value, key]) => (
            <option key={value} value={value}>
              {t(key)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{reason === 'other' ? t('report.explanation') : t('report.explanationOptional')}</span>
        <textarea
          className="input"
          rows={4}
          maxLength={LONGEST_REPORT}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
    </>
  );
}

/** Tells the moderators of a message. */
export function ReportDialog({ message, onClose }: DialogFor) {
  const [reason, setReason] = useState<ReportType>('spam');
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const description = text.trim() === '' ? undefined : text;
      await call(reportMessage, { message_id: message.id, report_type: reason, description });
      confirmDone(t('report.done'));
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setSending(false);
    }
  };
  return (
    <Dialog
      title={t('message.report')}
      description={t('report.text')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button
            kind="primary"
            disabled={isSending || (reason === 'other' && text.trim() === '')}
            onClick={() => void send()}
          >
            {t('report.send')}
          </Button>
        </>
      }
    >
      <div className="dialog-fields">
        <Fields reason={reason} text={text} onReason={setReason} onText={setText} />
        <Problem text={failure} />
      </div>
    </Dialog>
  );
}
