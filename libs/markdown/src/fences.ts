import { codeBlockHtml } from './code/code-block';
import { parseFence } from './fence-syntax';
import type { FormulaTypesetter } from './math';
import type { Stash } from './stash';

/** Quotes and spoilers nest at most this deep; what opens beyond it is plain text. Bounds the work on hostile input. */
const MAX_NESTING = 20;

type BlockKind = 'quote' | 'spoiler' | 'math' | 'code';

interface OpenBlock {
  kind: BlockKind;
  fence: string;
  language: string;
  header: string;
  lines: string[];
  /** Language of fences inside that name none. */
  defaultLanguage: string;
}

function kindOf(language: string): BlockKind {
  switch (language.toLowerCase()) {
    case 'quote':
    case 'quoted':
      return 'quote';
    case 'spoiler':
      return 'spoiler';
    case 'math':
      return 'math';
    default:
      return 'code';
  }
}

const SPOILER_START = '<div class="spoiler-block"><div class="spoiler-header">';
const SPOILER_MIDDLE = '</div><div class="spoiler-content" aria-hidden="true">';

/** Replaces fenced blocks: code and math by placeholders, quotes by quoted lines, spoilers by their parts (markdown.md 4). */
export class FenceReader {
  private readonly output: string[] = [];
  private readonly open: OpenBlock[] = [];

  constructor(
    private readonly stash: Stash,
    private readonly formulas: FormulaTypesetter,
    private readonly defaultLanguage: string,
  ) {}

  /**
   * The lines with every fenced block replaced. Unclosed fences run to the end, and what they hold ends with a blank line:
   * code that is only opened is an empty block.
   */
  read(lines: readonly string[]): string[] {
    for (const line of lines) this.readLine(line);
    for (let block = this.open.at(-1); block !== undefined; block = this.open.at(-1)) {
      if (block.kind === 'code') block.lines.push('');
      this.close();
    }
    return this.output;
  }

  private readLine(line: string): void {
    const block = this.open.at(-1);
    if (block === undefined) {
      this.readOutside(line, this.output, this.defaultLanguage);
    } else if (line.trimEnd() === block.fence) {
      this.close();
    } else if (block.kind === 'quote' || block.kind === 'spoiler') {
      this.readOutside(line, block.lines, block.defaultLanguage);
    } else {
      block.lines.push(line.trimEnd());
    }
  }

  private readOutside(line: string, target: string[], defaultLanguage: string): void {
    const opening = this.open.length < MAX_NESTING ? parseFence(line) : null;
    if (opening === null) {
      target.push(line);
      return;
    }
    const language = opening.language === '' ? defaultLanguage : opening.language;
    const kind = kindOf(language);
    this.open.push({
      kind,
      fence: opening.fence,
      language,
      header: opening.header,
      lines: [],
      defaultLanguage: kind === 'quote' ? defaultLanguage : '',
    });
  }

  private close(): void {
    const block = this.open.pop();
    if (block === undefined) return;
    const target = this.open.at(-1)?.lines ?? this.output;
    target.push('', ...this.replacement(block), '');
  }

  private replacement(block: OpenBlock): string[] {
    if (block.lines.length === 0 && block.kind !== 'spoiler') return [];
    const text = block.lines.join('\n');
    switch (block.kind) {
      case 'quote':
        return text.split('\n').map((line) => `> ${line}`);
      case 'spoiler':
        return [
          this.stash.put(SPOILER_START),
          '',
          block.header,
          '',
          this.stash.put(SPOILER_MIDDLE),
          '',
          ...text.split('\n'),
          '',
          this.stash.put('</div></div>'),
        ];
      case 'math':
        return [this.stash.put(this.formulas.displayHtml(text))];
      case 'code':
        return [this.stash.put(codeBlockHtml(text, block.language))];
    }
  }
}
