import { createHash } from 'node:crypto';
import { Database, WriteTransaction, isUniqueViolation, lockRealm, readSystemBots } from '@stoa/database';
import { realmHost, realmUrl } from '@stoa/policy';
import type { FileStore } from '@stoa/storage';
import { displayedSubdomain } from '../../administration/organization-directory';
import { tableFile } from '../archive/layout';
import { Manifest, readManifest } from '../archive/manifest';
import { readLines } from '../archive/record-reader';
import { BoundedRenderer, RenderPool } from '@stoa/rendering';
import { ARCHIVE_TABLES, FILES, ID_SPACES, READ_STATE } from '../archive/tables';
import { RefusedError } from '../../base/command-line/failures';
import { ArchiveScan } from './archive-scan';
import { ByteProgress } from './byte-progress';
import { collectFacts } from './collect-facts';
import { Columns, readColumns } from './column-catalog';
import { ContentRewriter } from './content-rewriter';
import { IdMap } from './id-map';
import { ImportOptions, ImportResult } from './import-options';
import { ImportState, ImportStateRepository } from './import-state.repository';
import { OpeningRepository } from './opening.repository';
import { RecordMapper, parseRecord } from './record-mapper';
import { StageLoader } from './stage-loader';
import { StagePreparation } from './stage-preparation';
import { loadRows } from './table-loader';
import { TextRenderer } from './text-renderer';

/** Texts come one after the other. What takes longer than a text of a user may is shown as it is. */
const RENDERING = { threads: 1, threadsPerRealm: 1, deadlineMs: 5_000, longestWaitMs: 60_000 };

interface LoadTools {
  state: ImportState;
  ids: IdMap;
  columns: ReadonlyMap<string, Columns>;
  renderer: BoundedRenderer;
}

/**
 * Loads an archive as a new organization. The place up to which it has come commits together with each batch, so the
 * same call continues a run that ended in the middle, and recognizes a finished one. Nobody can reach the organization
 * before everything is there.
 */
export class OrganizationImport {
  private readonly states: ImportStateRepository;
  private readonly opening: OpeningRepository;

  constructor(
    private readonly database: Database,
    private readonly files: () => FileStore,
  ) {
    this.states = new ImportStateRepository(database);
    this.opening = new OpeningRepository(database);
  }

  /** @throws BadDataError, RefusedError, UnavailableError */
  async run(options: ImportOptions): Promise<ImportResult> {
    const manifest = readManifest(options.folder);
    const url = realmUrl({ stringId: options.subdomain, customHost: null }, options.address);
    const messages = manifest.tables.message?.lines ?? 0;
    const key = createHash('sha256').update(`${manifest.id}\n${options.subdomain}`).digest('hex');
    const known = await this.states.find(key);
    if (known?.isFinished) {
      return { realmId: known.realmId, url, messages, outcome: 'unchanged', isResumed: false };
    }
    if (!known) await this.refuseTaken(options.subdomain);
    const columns = await readColumns(this.database);
    const ids = await this.scan(manifest, options, { columns, isChecked: known !== undefined });
    if (options.isDryRun) return { realmId: null, url, messages, outcome: 'checked', isResumed: false };
    const begun = { key, subdomain: options.subdomain, archiveId: manifest.id };
    const state = known ?? (await this.states.begin(begun, ids));
    const threads = new RenderPool(RENDERING);
    try {
      await this.load(manifest, options, { state, ids, columns, renderer: new BoundedRenderer(threads) });
    } finally {
      await threads.close();
    }
    return { realmId: state.realmId, url, messages, outcome: 'imported', isResumed: known !== undefined };
  }

  private async refuseTaken(subdomain: string): Promise<void> {
    if (!(await this.states.isTaken(subdomain))) return;
    throw new RefusedError(`an organization "${displayedSubdomain(subdomain)}" already exists`);
  }

  /** The ids of the archive; each record is checked unless an earlier run has done so. */
  private async scan(
    manifest: Manifest,
    { folder, onProgress }: ImportOptions,
    { columns, isChecked }: { columns: ReadonlyMap<string, Columns>; isChecked: boolean },
  ): Promise<IdMap> {
    const scan = new ArchiveScan(folder, manifest, columns);
    const tables = Object.entries(manifest.tables).map(([name, { bytes }]) => ({ name, bytes }));
    const owners = ARCHIVE_TABLES.filter(({ owns, points }) => owns ?? points).map(({ name }) => name);
    const reading = new ByteProgress(
      'reading ids',
      tables.filter(({ name }) => owners.includes(name)),
      onProgress,
    );
    await scan.collectIds((table, bytes) => reading.at(table, bytes));
    reading.end();
    await this.placeSystemBots(manifest, scan.ids);
    if (isChecked) return scan.ids;
    const checking = new ByteProgress('checking', tables, onProgress);
    await scan.check((table, bytes) => checking.at(table, bytes));
    checking.end();
    return scan.ids;
  }

  /** The bots of the installation are the same everywhere, with other ids. */
  private async placeSystemBots({ system_bots: bots }: Manifest, ids: IdMap): Promise<void> {
    const own = new Map((await readSystemBots(this.database)).map(({ id, email }) => [email.split('@')[0], id]));
    for (const [oldId, name] of Object.entries(bots)) {
      const newId = own.get(name) ?? own.get('notification-bot');
      if (newId === undefined) throw new RefusedError('the installation has no system bots; run "stoa migrate" first');
      ids.blocks.account.setOther(Number(oldId), newId);
    }
  }

  private async load(
    manifest: Manifest,
    options: ImportOptions,
    { state, ids, columns, renderer }: LoadTools,
  ): Promise<void> {
    for (const space of ID_SPACES) ids.blocks[space].placeAt(state.firstIds[space] ?? 0);
    const mapper = new RecordMapper(ids, columns);
    const preparation = await this.preparation(manifest, options, { state, ids, mapper, renderer });
    const stages = [...ARCHIVE_TABLES.filter(({ isLast }) => !isLast).map(({ name }) => name), READ_STATE, FILES];
    const sizes = stages.map((name) => ({ name, bytes: manifest.tables[name]?.bytes ?? 0 }));
    const progress = new ByteProgress('importing', sizes, options.onProgress);
    const loader = new StageLoader(this.database, this.states, {
      folder: options.folder,
      files: this.files,
      ids,
      columns,
      preparation,
      progress,
    });
    await loader.run(state, stages);
    await this.open(options, { state, columns, preparation });
    progress.end();
    await this.opening.analyze();
  }

  private async preparation(
    { organization }: Manifest,
    { folder, address, mediaProxyKey, subdomain }: ImportOptions,
    { state, ids, mapper, renderer }: Omit<LoadTools, 'columns'> & { mapper: RecordMapper },
  ): Promise<StagePreparation> {
    const { realmId, partition } = state;
    const facts = await collectFacts(folder, mapper, realmId);
    const newUrl = realmUrl({ stringId: subdomain, customHost: null }, address);
    const relocation = { oldRealmId: organization.id, newRealmId: realmId, oldUrl: organization.url, newUrl };
    const host = realmHost(subdomain, address.STOA_EXTERNAL_HOST);
    return new StagePreparation(
      mapper,
      {
        realm: { id: realmId, partition, host, placeholder: `import:${state.key.slice(0, 32)}` },
        ids,
        facts,
        rewriter: new ContentRewriter(ids, relocation),
        renderer: new TextRenderer(facts, { realmUrl: newUrl, mediaProxyKey }, renderer),
      },
      this.opening,
    );
  }

  /** What jobs act on, what is counted, and the address: in one transaction. */
  private async open(
    { folder, subdomain }: ImportOptions,
    {
      state,
      columns,
      preparation,
    }: { state: ImportState; columns: ReadonlyMap<string, Columns>; preparation: StagePreparation },
  ): Promise<void> {
    const { realmId, partition, key } = state;
    const due = await Promise.all(
      ARCHIVE_TABLES.filter(({ isLast }) => isLast).map(async ({ name }) => {
        const lines = await collect(readLines(tableFile(folder, name)));
        return { name, rows: await preparation.rows(name, lines, Promise.resolve()) };
      }),
    );
    const deactivatedAt = await this.deactivatedAt(folder);
    const work = async (tx: WriteTransaction): Promise<void> => {
      for (const { name, rows } of due) await loadRows(tx, name, rows, columns.get(name) ?? new Map());
      await this.opening.open(tx, subdomain, deactivatedAt);
      await this.states.finish(tx, key);
    };
    try {
      await this.database.write({ realmId, partition }, [lockRealm(realmId, 'exclusive')], work);
    } catch (error) {
      if (!isUniqueViolation(error, 'realm_string_id_key')) throw error;
      throw new RefusedError(`"${displayedSubdomain(subdomain)}" was taken by another organization meanwhile`);
    }
  }

  private async deactivatedAt(folder: string): Promise<string | null> {
    const [line] = await collect(readLines(tableFile(folder, 'realm')));
    const value = line && parseRecord(line.text).deactivated_at;
    return typeof value === 'string' ? value : null;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
