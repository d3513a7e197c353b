import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

const VALUES = {
  name: 'stoa',
  count: 3,
  million: 1_000_000,
  none: '',
  off: false,
  list: ['a', 'b'],
  map: { b: 2, a: 1 },
  nested: { deep: { key: 'value' } },
};

/** Template and what it renders to; helm 3.19 gave the same for each of them. */
const RENDERED: [string, string][] = [
  ['a {{- /* gone */ -}} b', 'ab'],
  ['a\n  {{- .Values.name }}\nb', 'astoa\nb'],
  ['a {{ .Values.name -}}\n  b', 'a stoab'],
  ['{{ if .Values.off }}x{{ else if eq .Values.name "stoa" }}y{{ else }}z{{ end }}', 'y'],
  ['{{ if and .Values.name (not .Values.off) }}x{{ end }}', 'x'],
  ['{{ if or .Values.none .Values.map }}x{{ end }}{{ if list }}y{{ end }}{{ if 0 }}z{{ end }}', 'x'],
  ['{{ or .Values.none "fallback" }}{{ and .Values.name 7 }}', 'fallback7'],
  ['{{ range $key, $value := .Values.map }}{{ $key }}={{ $value }};{{ end }}', 'a=1;b=2;'],
  ['{{ range .Values.list }}[{{ . }}{{ $.Values.count }}]{{ else }}none{{ end }}', '[a3][b3]'],
  ['{{ range $i, $x := .Values.list }}{{ $i }}{{ $x }}{{ end }}', '0a1b'],
  ['{{ range list }}x{{ else }}none{{ end }}', 'none'],
  ['{{ with .Values.nested.deep }}{{ .key }}{{ end }}{{ with .Values.none }}x{{ else }}y{{ end }}', 'valuey'],
  ['{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
  ['{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}', '1'],
  [
    '{{ define "part" }}<{{ .x }}>{{ end }}{{ include "part" (dict "x" 1) }}{{ template "part" (dict "x" 2) }}',
    '<1><2>',
  ],
  ['{{ .Values.name | upper | quote }}', '"STOA"'],
  ['{{ "x" | printf "%s-%v%%" .Values.name | trunc 7 }}', 'stoa-x%'],
  ['{{ printf "%s-%v" .Values.name 7 }}{{ printf "%q" "a\\"b" }}', 'stoa-7"a\\"b"'],
  ['{{ default "d" .Values.none }}{{ default "d" .Values.name }}{{ .Values.missing | default "m" }}', 'dstoam'],
  ['{{ toYaml .Values.map | nindent 2 }}', '\n  a: 1\n  b: 2'],
  ['{{ toYaml (list "yes" "1" 1 true "") }}', '- "yes"\n- "1"\n- 1\n- true\n- ""'],
  ['{{ toJson .Values.map }}{{ toJson "a<b" }}', '{"a":1,"b":2}"a\\u003cb"'],
  ['{{ (fromYaml "a: {b: [1, two]}").a.b | join "," }}', '1,two'],
  ['{{ index .Values.nested "deep" "key" }}{{ index .Values.list 1 }}{{ len .Values.list }}', 'valueb2'],
  ['{{ merge (dict "a" 1) (dict "a" 2 "b" 3) | toJson }}', '{"a":1,"b":3}'],
  ['{{ $d := dict }}{{ $_ := set $d "k" "v" }}{{ get $d "k" }}{{ get $d "no" }}{{ hasKey $d "k" }}', 'vtrue'],
  [
    '{{ concat (list 1) (list 2 3) | toJson }}{{ append (list 1) 2 | toJson }}{{ has 2 (list 1 2) }}',
    '[1,2,3][1,2]true',
  ],
  ['{{ keys .Values.map | sortAlpha | join "," }}', 'a,b'],
  [
    '{{ trimSuffix "-" "a-" }}{{ trimPrefix "v" "v1" }}{{ replace "." "-" "1.2" }}{{ contains "b" "abc" }}',
    'a11-2true',
  ],
  ['{{ add 1 2 3 }}{{ mul 2 3 }}{{ sub 5 3 }}{{ div 7 2 }}{{ int "12" }}', '662312'],
  ['{{ ternary "yes" "no" true }}{{ coalesce "" .Values.none "last" }}{{ empty .Values.list }}', 'yeslastfalse'],
  ['{{ "stoa" | sha256sum | trunc 8 }}', 'd7636f26'],
  ['{{ tpl "{{ .Values.name }}!" . }}', 'stoa!'],
  ['{{ kindIs "map" .Values.map }}{{ kindIs "slice" .Values.list }}{{ kindIs "string" .Values.name }}', 'truetruetrue'],
  ['{{ list "yes" "no" "on" "2" | toYaml }}', '- "yes"\n- "no"\n- "on"\n- "2"'],
  ['{{ `raw "text"` }}{{ "}}" }}', 'raw "text"}}'],
  ['{{ omit .Values.map "a" | toJson }}{{ pick .Values.map "a" | toJson }}', '{"b":2}{"a":1}'],
];

/** What is refused, with the words that the message has; helm refuses it too, or prints what no manifest means. */
const REFUSED: [string, string][] = [
  ['x\n{{ .Values.missing }}', 'case:2: prints nothing'],
  ['{{ .Values.missing.deeper }}', 'nothing has .deeper'],
  ['{{ include "nowhere" . }}', 'there is no template nowhere'],
  ['{{ $unknown }}', 'there is no variable $unknown'],
  ['{{ lookup "v1" "Secret" "a" "b" }}', 'function lookup is not among those that are understood here'],
  ['{{ if true }}x', 'an end is missing'],
  ['{{ end }}', 'unexpected end'],
  ['{{ .Values.name', 'no such action'],
  ['{{ eq .Values.name true }}', 'compares values of different types'],
  // The first is a floating-point number for helm, which it does not compare with whole ones.
  ['{{ eq .Values.count 3 }}', 'compares numbers'],
  ['{{ .Values.million }}', 'prints 1000000'],
  ['{{ .Values.map }}', 'prints {"b":2,"a":1}'],
  ['{{ required "say who" .Values.none }}', 'say who'],
  ['{{ fail "no" }}', 'no'],
  ['{{ index .Values.list 5 }}', 'index 5 of 2'],
  ['{{ printf "%d" .Values.count }}', 'printf %d'],
  ['{{ .Values.name 1 }}', 'a value that is no function has arguments'],
];

/** All cases in one process of its own: the renderer is no part of what jest compiles. */
function renderAll(templates: string[]): { text?: string; error?: string }[] {
  const program = `
    import { Evaluator } from './tools/k8s/helm/evaluate.mjs';
    import { parseTemplate } from './tools/k8s/helm/syntax.mjs';
    const { templates, values } = JSON.parse(process.env.CASES);
    console.log(JSON.stringify(templates.map((template) => {
      try {
        const named = new Map();
        const nodes = parseTemplate(template, 'case', named);
        return { text: new Evaluator(named).render({ nodes, origin: 'case' }, { Values: values }) };
      } catch (error) {
        return { error: error.message };
      }
    })));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CASES: JSON.stringify({ templates, values: VALUES }) },
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('templates of the chart', () => {
  const results = renderAll([...RENDERED, ...REFUSED].map(([template]) => template));

  it.each(RENDERED.map(([template, expected], index) => ({ template, expected, index })))(
    'render $template as helm does',
    ({ expected, index }) => {
      expect(results[index]).toEqual({ text: expected });
    },
  );

  it.each(REFUSED.map(([template, message], index) => ({ template, message, index })))(
    'refuse $template',
    ({ message, index }) => {
      expect(results[RENDERED.length + index]?.error).toContain(message);
    },
  );
});
