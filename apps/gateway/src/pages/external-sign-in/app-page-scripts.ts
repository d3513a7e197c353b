import { createHash } from 'node:crypto';
import { padCookieName } from '../../access/sessions/sign-in-cookies';

/**
 * In the desktop app: makes a pad (or has the app make one, which then watches the clipboard), opens this page's address
 * with it in the system's browser, and goes on with what comes back (identity.md 1.7).
 */
export function pasteScript(isSecure: boolean): string {
  return `
(async () => {
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
  const form = document.forms[0];
  const byHand = async () => {
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['decrypt']);
    const pasted = new Promise((resolve) => {
      form.hidden = false;
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const bytes = bytesOf(form.elements.token.value.trim());
        const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12) };
        try {
          resolve(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, made, bytes.subarray(12))));
        } catch {
          document.getElementById('wrong').hidden = false;
        }
      });
    });
    return { key: new Uint8Array(await crypto.subtle.exportKey('raw', made)), pasted };
  };
  const bridge = window.electron_bridge;
  const { key, pasted } = bridge?.decrypt_clipboard === undefined ? await byHand() : bridge.decrypt_clipboard(1);
  const proof = hex(await crypto.subtle.digest('SHA-256', key));
  document.cookie = '${padCookieName(isSecure)}=' + proof + '; path=/; max-age=3600; samesite=lax${isSecure ? '; secure' : ''}';
  const address = new URL(location.href);
  address.searchParams.set('desktop_flow_otp', hex(key));
  document.getElementById('again').href = address.href;
  window.open(address.href, '_blank');
  location.href = '/accounts/login/subdomain/' + encodeURIComponent(await pasted);
})();
`;
}

/** In the system's browser: a button that copies the text. */
export const COPY_SCRIPT = `
const text = document.getElementById('text');
const button = document.getElementById('copy');
button.hidden = false;
button.addEventListener('click', async () => {
  text.select();
  await navigator.clipboard.writeText(text.value);
  document.getElementById('copied').hidden = false;
});
`;

/** As a policy of a page names the one script that it may run. */
export function scriptSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
