/** How mail programs introduce what they quote, at the end of a line: `On … wrote:`. */
const WROTE =
  /(?:wrote|writes|schrieb|a écrit ?|escribió|ha scritto|escreveu|schreef|napisał(?:\(a\))?|skrev|kirjoitti|пишет|написал(?:\(а\))?|написав|napsal(?:\(a\))?|yazdı|写道|寫道|さんは書きました)\s?[:：]$/iu;
/** German programs end the line with the name: `Am … schrieb Ada:`. */
const WROTE_BEFORE_NAME =
  /^(?:Am .* schrieb|Le .* a écrit|Op .* schreef|El .* escribió|Il .* ha scritto|Em .* escreveu|Den .* skrev) .*[:：]$/iu;
const ORIGINAL =
  /^-{2,} ?(?:original message|ursprüngliche nachricht|originalnachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oryginalna wiadomość|ursprungligt meddelande|opprinnelig melding|исходное сообщение|原始邮件|原始郵件|元のメッセージ) ?-{2,}$/iu;
const FORWARDED = /^(?:-{2,} ?forwarded message ?-{2,}|begin forwarded message:)$/iu;
const HEADER_FROM = /^\*?(?:from|von|de|da|van|od|från|fra|от|发件人|寄件者|差出人) ?[:：]\*? /iu;
const HEADER_LATER =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha|inviato|data|verzonden|wysłano|skickat|sendt|отправлено|дата|发送时间|to|an|à|para|a|aan|do|till|кому|收件人|subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|тема|主题) ?[:：]\*? ?/iu;
const LONGEST_INTRODUCTION_LINES = 3;

/**
 * What somebody wrote, without the mail that it answers. Every rule looks at a few lines at a time, so that the time
 * grows with the length of the text alone.
 */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((_line, index) => beginsQuote(lines, index));
  const own = trimmedEnd(dropTrailingQuote(end === -1 ? lines : lines.slice(0, end)));
  if (own.length > 0) return own.join('\n');
  // Whoever writes below the quote: what is left without the quoted lines.
  return lines
    .filter((line, index) => !isQuoted(line) && !isIntroduction(lines, index))
    .join('\n')
    .trim();
}

function beginsQuote(lines: readonly string[], index: number): boolean {
  const line = lineAt(lines, index);
  if (ORIGINAL.test(line)) return true;
  if (isIntroduction(lines, index)) return true;
  // Outlook: a line of its own above the header of the mail, or the header alone.
  const next = /^_{10,}$/.test(line) ? index + 1 : index;
  return isHeaderBlock(lines, next);
}

/** `On … wrote:` before quoted lines or nothing else; programs wrap it over a few lines. */
function isIntroduction(lines: readonly string[], index: number): boolean {
  if (lineAt(lines, index) === '' || isQuoted(lines[index] ?? '')) return false;
  let joined = '';
  for (let offset = 0; offset < LONGEST_INTRODUCTION_LINES; offset++) {
    const line = lineAt(lines, index + offset);
    if (line === '' || line.length > 400) return false;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (offset > 0 && !/^(?:On|Am|Le|El|Il|Em|Op|Den|Dnia|W dniu|В|在)\b/u.test(joined) && !/^\d/.test(joined))
      return false;
    if (WROTE.test(joined) || WROTE_BEFORE_NAME.test(joined)) return isFollowedByQuote(lines, index + offset + 1);
  }
  return false;
}

function isFollowedByQuote(lines: readonly string[], from: number): boolean {
  for (let index = from; index < Math.min(lines.length, from + 4); index++) {
    if (lineAt(lines, index) !== '') return isQuoted(lines[index] ?? '');
  }
  return lines.length <= from + 4;
}

function isHeaderBlock(lines: readonly string[], index: number): boolean {
  if (!HEADER_FROM.test(lineAt(lines, index))) return false;
  const later = [1, 2, 3, 4].filter((offset) => HEADER_LATER.test(lineAt(lines, index + offset)));
  return later.length >= 2;
}

/** Quoted lines at the end are no answer to anything; those within are what single sentences answer. */
function dropTrailingQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && (lineAt(lines, end - 1) === '' || isQuoted(lines[end - 1] ?? ''))) end--;
  return lines.slice(0, end);
}

function trimmedEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && lineAt(lines, end - 1) === '') end--;
  return lines.slice(0, end);
}

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

function lineAt(lines: readonly string[], index: number): string {
  return (lines[index] ?? '').trim();
}

/** Whether a mail passes on another, which is then what it says. */
export function isForwarded(subject: string, text: string): boolean {
  if (/^\[?(?:fwd?|wg|tr|rv|enc|vs|vb|vl|i|pd|doorst|转发|轉寄) ?[:：]/iu.test(subject.trim())) return true;
  return text.split('\n', 50).some((line) => FORWARDED.test(line.trim()));
}

/** Without the signature: what stands below a line `--`, if there is one such line. */
export function withoutFooter(text: string): string {
  const lines = text.split('\n');
  const marks = lines.flatMap((line, index) => (/^--[ \u00a0]?$/.test(line) ? [index] : []));
  return marks.length === 1 ? lines.slice(0, marks[0]).join('\n').trimEnd() : text;
}
