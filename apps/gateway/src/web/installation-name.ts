import { escaped } from '../http/escaped';
import { type WebFile, withText } from './web-files';

/** What the build of the client calls the installation. */
const BUILT_NAME = 'Stoa';
const MANIFEST = 'manifest.webmanifest';

/**
 * Gives the installation's name to the client's page, whose title the client takes it from, and to what systems install it
 * by. The client's own texts that are about the software keep its name.
 * @param files of the client, by their path
 */
export function withInstallationName(
  files: ReadonlyMap<string, WebFile>,
  name: string,
  index: string,
): ReadonlyMap<string, WebFile> {
  if (name === BUILT_NAME) return files;
  const changed = new Map(files);
  const page = files.get(index);
  if (page) {
    const html = page.plain.toString();
    changed.set(
      index,
      withText(
        page,
        html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`),
      ),
    );
  }
  const manifest = files.get(MANIFEST);
  if (manifest) {
    const facts: object = JSON.parse(manifest.plain.toString());
    changed.set(MANIFEST, withText(manifest, JSON.stringify({ ...facts, name })));
  }
  return changed;
}
