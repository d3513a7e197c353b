/** What went wrong, which screen readers say when it comes; nothing where nothing did. */
export function Problem({ text, isInline = false }: { text: string | null | undefined; isInline?: boolean }) {
  if (!text) return null;
  const Tag = isInline ? 'span' : 'p';
  return (
    <Tag className="field-error" role="alert">
      {text}
    </Tag>
  );
}
