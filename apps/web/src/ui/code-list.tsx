import './secrets.css';

/** Codes that are shown once. */
export function CodeList({ codes, label }: { codes: readonly string[]; label: string }) {
  return (
    <ul className="recovery-codes" aria-label={label}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
