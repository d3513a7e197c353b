import { Copy, Download } from 'lucide-react';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { t } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Button } from '../../ui/button';
import { keyFile } from './key-file';

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A key that can be copied, or kept as a file. */
export function KeyShown({ email, apiKey }: { email: string; apiKey: string }) {
  const site = useClientState((state) => state.organization.realm_url);
  return (
    <div className="settings-form">
      <code className="key-shown">{apiKey}</code>
      <div className="inline-form">
        <Button onClick={() => void copyText(apiKey, t('message.copied'))}>
          <Copy size="1em" aria-hidden="true" /> {ts('apiKey.copy')}
        </Button>
        <Button onClick={() => download('.zuliprc', keyFile(email, apiKey, site))}>
          <Download size="1em" aria-hidden="true" /> {ts('apiKey.download')}
        </Button>
      </div>
    </div>
  );
}
