import { updateRealm } from '@stoa/contracts/organization';
import { call } from '../../../api/client';
import { useClient, useClientState } from '../../../client/client';
import { useSaving } from '../../../client/saving';
import { changed } from '../../../store/apply';
import { ts } from '../../../strings/settings-strings';
import { Block } from '../../settings/parts';
import { SettingRow, derivedText } from '../../settings/setting-row';

/** Names of products stand for themselves. */
function methodText(name: string): string {
  return derivedText(`signIn.method.${name}`) ?? name;
}

function MethodSwitch({ name, methods }: { name: string; methods: Readonly<Record<string, boolean>> }) {
  const { store } = useClient();
  const [saving, save] = useSaving();
  const isOn = methods[name] === true;
  const show = (enabled: boolean): void =>
    store.update((state) =>
      changed(state, (draft) => {
        const { organization } = state;
        const shown = organization.realm_authentication_methods;
        const method = { available: true, ...shown[name], enabled };
        draft.set('organization', { ...organization, realm_authentication_methods: { ...shown, [name]: method } });
      }),
    );
  const change = (): void => {
    show(!isOn);
    // The service wants to see one that stays on.
    const sent = { ...methods, [name]: !isOn };
    void save(
      () => call(updateRealm, { authentication_methods: sent }),
      () => show(isOn),
    );
  };
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
