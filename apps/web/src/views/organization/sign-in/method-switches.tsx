import { updateRealm } from '@stoa/contracts/organization';
import { call } from '../../../api/client';
import { useClientState } from '../../../client/client';
import { useSaving } from '../../../client/saving';
import { ts } from '../../../strings/settings-strings';
import { Block } from '../../settings/parts';
import { SettingRow, derivedText } from '../../settings/setting-row';

/** Names of products stand for themselves. */
function methodText(name: string): string {
  return derivedText(`signIn.method.${name}`) ?? name;
}

function MethodSwitch({ name, methods }: { name: string; methods: Readonly<Record<string, boolean>> }) {
  const [saving, save] = useSaving();
  const isOn = methods[name] === true;
  // The service wants to see one that stays on; the event that follows moves the switch.
  const change = (): void =>
    void save(() => call(updateRealm, { authentication_methods: { ...methods, [name]: !isOn } }));
  return (
    <SettingRow
      field={{ kind: 'switch', name: 'signIn.method' }}
      label={methodText(name)}
      value={isOn}
      saving={saving}
      onChange={change}
    />
  );
}

/** The kinds of sign-in that the organization can switch off (organization.md 2.5). */
export function MethodSwitches() {
  const all = useClientState((state) => state.organization.realm_authentication_methods);
  const methods = Object.fromEntries(
    Object.entries(all).flatMap(([name, { enabled, available }]) => (available ? [[name, enabled]] : [])),
  );
  return (
    <Block title={ts('signIn.methods')}>
      <p className="setting-hint">{ts('signIn.methodsAbout')}</p>
      {Object.keys(methods).map((name) => (
        <MethodSwitch key={name} name={name} methods={methods} />
      ))}
    </Block>
  );
}
