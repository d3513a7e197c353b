// A dashboard as a page: its panels in their places, with lines that uPlot draws, as Grafana does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const COLUMN_PX = 50;
const ROW_PX = 30;
const COLOURS = ['#56a64b', '#e0b400', '#3274d9', '#e02f44', '#ff780a', '#a352cc', '#37872d', '#1f60c4', '#c4162a'];
const uplot = path.dirname(createRequire(import.meta.url).resolve('uplot/package.json'));
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const STYLE = `
  body { margin: 0; background: #f4f5f5; font: 12px sans-serif; color: #24292e; position: relative; }
  h1 { margin: 0; padding: 12px 8px; font-size: 18px; font-weight: 500; }
  .panel { position: absolute; box-sizing: border-box; background: white; border: 1px solid #dde; overflow: hidden; }
  .panel h2 { margin: 6px 8px 0; font-size: 13px; font-weight: 500; }
  .row { position: absolute; font-size: 14px; font-weight: 500; padding: 6px 8px; }
  .value { font-size: 34px; text-align: center; margin-top: 14px; color: #37872d; }
  .none { text-align: center; margin-top: 60px; color: #889; }
  .legend { padding: 0 8px; line-height: 15px; height: 30px; overflow: hidden; }
  .legend i { display: inline-block; width: 12px; height: 4px; margin: 0 4px 2px 8px; }`;

/** A value in a panel's unit, short enough for an axis. Runs in the page as well. */
export function inUnit(value, unit) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const short = (number) => String(Number(number.toPrecision(3)));
  if (unit === 'percentunit') return `${short(value * 100)} %`;
  if (unit === 's') return Math.abs(value) < 1 ? `${short(value * 1000)} ms` : `${short(value)} s`;
  const size = Math.abs(value) >= 2 ** 20 && unit === 'bytes' ? [2 ** 20, ' MiB'] : [1, unit === 'bytes' ? ' B' : ''];
  const [divisor, word] = unit === 'bytes' ? size : Math.abs(value) >= 10_000 ? [1000, ' k'] : [1, ''];
  return `${short(value / divisor)}${word}${unit === 'reqps' || unit === 'ops' ? '/s' : ''}`;
}

/** A line's name: what the panel's legend says, with the labels filled in. */
export function nameOf(legend = '', labels) {
  return legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, label) => labels[label] ?? '').trim();
}

/** Lines on the times that they share; a place without a point is a gap. */
export function aligned(lines) {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].sort((one, other) => one - other);
  const rows = lines.map(({ points }) => {
    const known = new Map(points.filter(([, value]) => Number.isFinite(value)));
    return times.map((at) => known.get(at) ?? null);
  });
  return [times, ...rows];
}

function placed({ x, y, w, h }, top) {
  return `left:${x * COLUMN_PX}px;top:${top + y * ROW_PX}px;width:${w * COLUMN_PX - 6}px;height:${h * ROW_PX - 6}px`;
}

function contentOf({ type, fieldConfig, gridPos: { w, h } }, lines, id) {
  const unit = fieldConfig?.defaults?.unit ?? 'short';
  const shown = lines.filter(({ points }) => points.some(([, value]) => Number.isFinite(value)));
  if (shown.length === 0) return { html: '<div class="none">nothing in this time</div>' };
  if (type === 'stat') {
    const last = shown[0].points.findLast(([, value]) => Number.isFinite(value));
    return { html: `<div class="value">${escaped(inUnit(last[1], unit))}</div>` };
  }
  const named = shown.map((line, index) => ({ ...line, colour: COLOURS[index % COLOURS.length] }));
  const legend = named.map(({ name, colour }) => `<i style="background:${colour}"></i>${escaped(name)}`).join(' ');
  const plot = {
    ...{ id, unit, data: aligned(named), colours: named.map(({ colour }) => colour) },
    ...{ width: w * COLUMN_PX - 16, height: h * ROW_PX - 66 },
  };
  return { html: `<div id="${id}"></div><div class="legend">${legend}</div>`, plot };
}

/** Runs in the page. */
function drawAll(plots) {
  for (const { id, unit, data, colours, width, height } of plots) {
    const series = colours.map((stroke) => ({ stroke, width: 1.5, points: { show: false } }));
    const options = {
      ...{ width, height, legend: { show: false }, cursor: { show: false }, series: [{}, ...series] },
      scales: { y: { range: (_plot, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] } },
      axes: [{ size: 24 }, { size: 76, values: (_plot, splits) => splits.map((value) => inUnit(value, unit)) }],
    };
    new globalThis.uPlot(options, data, globalThis.document.getElementById(id));
  }
}

/** @param linesOf the lines of a panel, each with name and points */
export function pageOf({ title, panels }, linesOf) {
  const top = 46;
  const parts = panels.map((panel) => {
    if (panel.type === 'row')
      return { html: `<div class="row" style="${placed(panel.gridPos, top)}">${escaped(panel.title)}</div>` };
    const { html, plot } = contentOf(panel, linesOf(panel), `panel-${panel.id}`);
    return {
      html: `<div class="panel" style="${placed(panel.gridPos, top)}"><h2>${escaped(panel.title)}</h2>${html}</div>`,
      plot,
    };
  });
  const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const plots = parts.flatMap(({ plot }) => (plot ? [plot] : []));
  const own = (file) => readFileSync(path.join(uplot, 'dist', file), 'utf8');
  return `<!doctype html><meta charset="utf-8"><style>${own('uPlot.min.css')}${STYLE}
    body { width: ${24 * COLUMN_PX}px; height: ${top + bottom * ROW_PX}px }</style>
    <h1>${escaped(title)}</h1>${parts.map(({ html }) => html).join('')}
    <script>${own('uPlot.iife.min.js')}</script>
    <script>${inUnit} ${drawAll} drawAll(${JSON.stringify(plots).replaceAll('<', '\\u003c')})</script>`;
}
