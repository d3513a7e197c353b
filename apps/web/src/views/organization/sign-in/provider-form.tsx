import { type SignInProviderObject, addSignInProvider, changeSignInProvider } from '@stoa/contracts/organization';
import { signInProviderName } from '@stoa/policy';
import { useState } from 'react';
import { call } from '../../../api/client';
import { ts } from '../../../strings/settings-strings';
import { FormDialog } from '../../settings/form-dialog';
import { FormField } from '../../settings/parts';
import { derivedText } from '../../settings/setting-row';
import {
  type ProviderField,
  type ProviderService,
  type ProviderValues,
  SERVICES,
  changesOf,
  isComplete,
  settingsOf,
  valuesOf,
} from './provider-services';

/** A name of a service in words. */
export function serviceText({ name }: ProviderService): string {
  return derivedText(`signIn.service.${name}`) ?? name;
}

interface TextProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  example?: string;
  type?: 'text' | 'password' | 'number';
}

function TextField({ label, hint, value, onChange, example, type = 'text' }: TextProps) {
  return (
    <FormField label={label} hint={hint}>
      <input
        className="input"
        type={type}
        dir="auto"
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        spellCheck={false}
        placeholder={example}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  );
}

/** Certificates, keys and lists have several lines. */
function KeyField({ label, hint, value, onChange }: Pick<TextProps, 'label' | 'hint' | 'value' | 'onChange'>) {
  return (
    <FormField label={label} hint={hint}>
      <textarea
        className="input"
        rows={4}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  );
}

interface FieldProps {
  service: ProviderService;
  field: ProviderField;
  values: ProviderValues;
  onChange: (values: ProviderValues) => void;
}

/** A text about a field: the service's own, or that of all services. */
function fieldText({ name: service }: ProviderService, name: string, part = ''): string | undefined {
  return derivedText(`signIn.field.${service}.${name}${part}`) ?? derivedText(`signIn.field.${name}${part}`);
}

function SettingField({ service, field, values, onChange }: FieldProps) {
  const { name, example } = field;
  const label = fieldText(service, name) ?? name;
  const hint = fieldText(service, name, '.hint');
  const value = values[name];
  const text = typeof value === 'string' ? value : '';
  const set = (next: string | boolean): void => onChange({ ...values, [name]: next });
  switch (field.kind) {
    case 'text':
    case 'words':
      return <TextField {...{ label, hint, example }} value={text} onChange={set} />;
    case 'number':
      return <TextField type="number" {...{ label, hint, example }} value={text} onChange={set} />;
    case 'certificates':
    case 'pairs':
      return <KeyField {...{ label, hint }} value={text} onChange={set} />;
    case 'choice':
      return (
        <FormField label={label} hint={hint}>
          <select className="input select" value={text} onChange={({ target }) => set(target.value)}>
            {field.values.map((option, index) => (
              <option key={option} value={index === 0 ? '' : option}>
                {derivedText(`signIn.field.${name}.is.${option}`) ?? option}
              </option>
            ))}
          </select>
        </FormField>
      );
    case 'switch':
      return (
        <label className="check-row">
          <input type="checkbox" checked={value === true} onChange={(event) => set(event.target.checked)} />
          <span>
            {label}
            {hint && <span className="setting-hint">{hint}</span>}
          </span>
        </label>
      );
  }
}

type SecretProps = Pick<TextProps, 'hint' | 'value' | 'onChange'> & { service: ProviderService };

function SecretField({ service, hint, ...field }: SecretProps) {
  if (service.secret === 'none') return null;
  const label = fieldText(service, 'secret') ?? ts('signIn.secret');
  const text = { label, hint: hint ?? fieldText(service, 'secret', '.hint'), ...field };
  return service.secret === 'needed' ? <TextField type="password" {...text} /> : <KeyField {...text} />;
}

/** What all providers have besides their settings. */
interface Common {
  displayName: string;
  secret: string;
}

interface FieldsProps {
  service: ProviderService;
  values: ProviderValues;
  onValues: (values: ProviderValues) => void;
  common: Common;
  onCommon: (common: Common) => void;
  /** What stands where the secret is typed, which nobody ever reads again. */
  secretHint?: string;
}

function Fields({ service, values, onValues, common, onCommon, secretHint }: FieldsProps) {
  return (
    <>
      <TextField
        label={ts('signIn.displayName')}
        hint={ts('signIn.displayNameHint')}
        value={common.displayName}
        onChange={(displayName) => onCommon({ ...common, displayName })}
      />
      {service.fields.map((field) => (
        <SettingField key={field.name} service={service} field={field} values={values} onChange={onValues} />
      ))}
      <SecretField
        service={service}
        hint={secretHint}
        value={common.secret}
        onChange={(secret) => onCommon({ ...common, secret })}
      />
    </>
  );
}

interface FormProps {
  onClose: () => void;
  /** The service has accepted it. */
  onDone: () => void;
}

/** Lets people in with a service that is chosen first. */
export function AddProvider({ onClose, onDone }: FormProps) {
  const [service, setService] = useState(SERVICES[0]);
  const [edited, setValues] = useState<ProviderValues>({});
  const [common, setCommon] = useState<Common>({ displayName: '', secret: '' });
  const [key, setKey] = useState('');
  if (!service) throw new Error('there is nothing to sign in with');
  const values = { ...valuesOf(service, {}), ...edited };
  const hasKey = signInProviderName(service.kind, undefined) === undefined;
  const { displayName, secret } = common;
  const isSecretThere = secret !== '' || service.secret === 'optional-key' || service.secret === 'none';
  const isReady = isComplete(service, values) && displayName.trim() !== '' && isSecretThere && (!hasKey || key !== '');
  const { kind } = service;
  // What was typed for one service is nobody else's secret, and where none is asked for, nobody sees that it stands there.
  const choose = (name: string): void => {
    setService(SERVICES.find((one) => one.name === name));
    setCommon({ ...common, secret: '' });
  };
  const add = async (): Promise<void> => {
    const settings = settingsOf(service, values);
    const named = { display_name: displayName, ...(hasKey ? { key: key.trim() } : {}) };
    await call(addSignInProvider, { kind, ...named, settings, ...(secret === '' ? {} : { secret }) });
    onDone();
  };
  return (
    <FormDialog
      title={ts('signIn.add')}
      action={ts('list.add')}
      size="medium"
      isReady={isReady}
      onSubmit={add}
      onClose={onClose}
    >
      <FormField label={ts('signIn.service')}>
        <select className="input select" value={service.name} onChange={({ target }) => choose(target.value)}>
          {SERVICES.map((one) => (
            <option key={one.name} value={one.name}>
              {serviceText(one)}
            </option>
          ))}
        </select>
      </FormField>
      <Fields {...{ service, values, common }} onValues={setValues} onCommon={setCommon} />
      {hasKey && (
        <TextField
          label={ts('signIn.key')}
          hint={ts('signIn.keyHint')}
          value={key}
          onChange={setKey}
          example={service.preset === 'generic' || service.kind === 'saml' ? 'corp' : service.name}
        />
      )}
    </FormDialog>
  );
}

interface EditProps extends FormProps {
  provider: SignInProviderObject;
  service: ProviderService;
}

/** Changes a provider; its secret stays as it is unless another one is typed. */
export function EditProvider({ provider, service, onClose, onDone }: EditProps) {
  const { id: provider_id, settings, display_name } = provider;
  const [values, setValues] = useState(() => valuesOf(service, settings));
  const [common, setCommon] = useState<Common>({ displayName: display_name, secret: '' });
  const { displayName, secret } = common;
  const change = async (): Promise<void> => {
    const changes = { settings: changesOf(service, settings, values), ...(secret === '' ? {} : { secret }) };
    await call(changeSignInProvider, { provider_id, display_name: displayName, ...changes });
    onDone();
  };
  return (
    <FormDialog
      title={ts('list.editNamed', { name: display_name })}
      action={ts('form.save')}
      size="medium"
      isReady={isComplete(service, values) && displayName.trim() !== ''}
      onSubmit={change}
      onClose={onClose}
    >
      <Fields
        {...{ service, values, common }}
        onValues={setValues}
        onCommon={setCommon}
        secretHint={ts('signIn.secretKept')}
      />
    </FormDialog>
  );
}
