import {
  type RealmExportObject,
  deleteExport,
  listExportConsents,
  listExports,
  requestExportInBrowser,
} from '@stoa/contracts/organization';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client';
import { useClientState } from '../../client/client';
import { useFetched } from '../../client/fetched';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { type SettingsKey, ts } from '../../strings/settings-strings';
import { Button, IconButton } from '../../ui/button';
import { ConfirmRequest } from '../settings/confirm-request';
import { ConfirmationOutcome } from '../settings/confirmation-outcome';
import { FormDialog } from '../settings/form-dialog';
import { FilteredList, WhenFetched } from '../settings/parts';
import { ProofField, useOwnProof } from '../settings/proof-field';

const TYPES = ['public', 'full_with_consent'] as const;

const load = (signal: AbortSignal) => call(listExports, {}, { signal });
const loadConsents = (signal: AbortSignal) => call(listExportConsents, {}, { signal });

function stateOf({ pending, failed_timestamp, deleted_timestamp }: RealmExportObject): SettingsKey {
  if (pending) return 'exports.pending';
  if (failed_timestamp !== null) return 'exports.failed';
  return deleted_timestamp === null ? 'exports.ready' : 'exports.deleted';
}

/** How many people let their private data be exported. */
function Consents() {
  const version = useClientState((state) => state.listVersions.exports);
  const [fetched, again] = useFetched(loadConsents, version);
  return (
    <WhenFetched fetched={fetched} onRetry={again}>
      {({ export_consents }) => (
        <p className="setting-hint">
          {ts('exports.consents', {
            count: export_consents.filter(({ consented }) => consented).length,
            all: export_consents.length,
          })}
        </p>
      )}
    </WhenFetched>
  );
}

function RequestExport({ onClose }: { onClose: () => void }) {
  const proof = useOwnProof();
  const [type, setType] = useState<(typeof TYPES)[number]>('public');
  return (
    <FormDialog
      title={ts('exports.start')}
      action={ts('exports.startAction')}
      isReady={proof.isReady}
      onSubmit={() => call(requestExportInBrowser, { export_type: type, password: proof.password })}
      onClose={onClose}
    >
      {TYPES.map((value) => (
        <label key={value} className="check-row">
          <input type="radio" name="export-type" checked={type === value} onChange={() => setType(value)} />
          {ts(`exports.type.${value}`)}
        </label>
      ))}
      <Consents />
      <ProofField proof={proof} />
    </FormDialog>
  );
}

function ExportRow({ made, onRemove }: { made: RealmExportObject; onRemove: () => void }) {
  const by = useClientState((state) => userOf(state, made.acting_user_id).full_name);
  const time = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium', timeStyle: 'short' });
  const isReady = stateOf(made) === 'exports.ready';
  return (
    <>
      <span className="item-text">
        <span>{time.format(made.export_time * 1000)}</span>
        <span className="setting-hint">
          {[
            ts(stateOf(made)),
            ts(made.export_type === 'public' ? 'exports.type.public' : 'exports.type.full_with_consent'),
            by,
          ].join(' · ')}
        </span>
      </span>
      {isReady && made.export_url !== null && (
        <span className="item-actions">
          <a className="icon-button" href={made.export_url} download aria-label={ts('exports.download')}>
            <Download size="1rem" aria-hidden="true" />
          </a>
          <IconButton label={ts('exports.remove')} onClick={onRemove}>
            <Trash2 size="1rem" aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </>
  );
}

/** The organization's data as archives; administrators alone see the list. */
export function ExportsPage() {
  const version = useClientState((state) => state.listVersions.exports);
  const [fetched, again] = useFetched(load, version);
  const [isAsking, setAsking] = useState(false);
  const [removing, setRemoving] = useState<RealmExportObject>();
  return (
    <>
      <ConfirmationOutcome />
      <div className="settings-tools">
        <p>{ts('exports.about')}</p>
        <Button kind="primary" onClick={() => setAsking(true)}>
          {ts('exports.start')}
        </Button>
      </div>
      <WhenFetched fetched={fetched} onRetry={again}>
        {({ exports }) => (
          <FilteredList
            items={exports.toSorted((a, b) => b.export_time - a.export_time)}
            textOf={({ acting_user_id }) => String(acting_user_id)}
            keyOf={({ id }) => id}
            label={ts('page.exports')}
            empty={ts('exports.empty')}
          >
            {(made) => <ExportRow made={made} onRemove={() => setRemoving(made)} />}
          </FilteredList>
        )}
      </WhenFetched>
      {isAsking && <RequestExport onClose={() => setAsking(false)} />}
      {removing && (
        <ConfirmRequest
          title={ts('exports.removeTitle')}
          action={ts('list.remove')}
          request={() => call(deleteExport, { export_id: removing.id })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
