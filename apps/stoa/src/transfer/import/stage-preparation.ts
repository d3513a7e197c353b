import { topicKey } from '@stoa/markdown';
import { recordPlace } from '../archive/layout';
import { ArchiveLine } from '../archive/record-reader';
import { BadDataError } from '../../base/command-line/failures';
import { OpeningRepository } from './opening.repository';
import { RecordMapper, RecordProblem, Row, numberOf, parseRecord, textOf } from './record-mapper';
import { PreparationTools, prepareRow } from './row-preparation';

const NO_HEADS: ReadonlyMap<string, number> = new Map();
const TEXT_TABLES: ReadonlySet<string> = new Set(['message', 'message_edit', 'scheduled_message', 'reminder']);

/** Makes rows of a table's lines: new ids, new texts, new HTML. */
export class StagePreparation {
  constructor(
    private readonly mapper: RecordMapper,
    private readonly tools: Omit<PreparationTools, 'heads'>,
    private readonly repository: OpeningRepository,
  ) {}

  /**
   * @param loaded settles when everything before these lines is in the database
   * @throws BadDataError naming the line
   */
  async rows(table: string, lines: readonly ArchiveLine[], loaded: Promise<void>): Promise<Row[]> {
    const mapped: { line: ArchiveLine; row: Row }[] = [];
    for (const line of lines) mapped.push({ line, row: await this.mapped(table, line) });
    const heads = TEXT_TABLES.has(table)
      ? await this.topicHeads(
          mapped.map(({ row }) => row),
          loaded,
        )
      : NO_HEADS;
    const sent = new Map(heads);
    const rows: Row[] = [];
    for (const { line, row } of mapped) {
      rows.push(await this.prepared(table, line, row, sent));
      if (table === 'message' && heads.size > 0) this.noteHead(row, sent);
    }
    return rows;
  }

  private mapped(table: string, line: ArchiveLine): Promise<Row> {
    return this.named(table, line, () => this.mapper.map(table, parseRecord(line.text)));
  }

  private prepared(table: string, line: ArchiveLine, row: Row, heads: ReadonlyMap<string, number>): Promise<Row> {
    return this.named(table, line, () => prepareRow(table, row, { ...this.tools, heads }));
  }

  private async named<T>(table: string, line: ArchiveLine, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      throw new BadDataError(`${recordPlace(table, line.number)}: ${error.message}`);
    }
  }

  /** Topics that texts link to, with their newest message before these; 0 stands for none. */
  private async topicHeads(rows: readonly Row[], loaded: Promise<void>): Promise<ReadonlyMap<string, number>> {
    const { renderer, rewriter } = this.tools;
    const texts = rows.flatMap(({ content, prev_content: before }) => [content, before]);
    const linked = texts.flatMap((text) =>
      typeof text === 'string' ? renderer.linkedTopics(rewriter.rewrite(text)) : [],
    );
    if (linked.length === 0) return NO_HEADS;
    await loaded;
    const known = await this.repository.topicHeads(linked);
    return new Map(linked.map(({ key }) => [key, known.get(key) ?? 0]));
  }

  private noteHead(row: Row, heads: Map<string, number>): void {
    const channelId = this.tools.facts.channelOfRecipient.get(numberOf(row, 'recipient_id'));
    if (channelId === undefined) return;
    const key = topicKey(channelId, typeof row.topic === 'string' ? textOf(row, 'topic') : '');
    if (heads.has(key)) heads.set(key, numberOf(row, 'id'));
  }
}
