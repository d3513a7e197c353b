import { FUNCTIONS, isTrue, printed } from './functions.mjs';
import { TemplateError, parseTemplate } from './syntax.mjs';

/** Bound of templates that call each other, as in Helm. */
const DEEPEST_CALL = 1000;

/** Variables of a block; inner blocks see those of outer ones. */
class Scope {
  constructor(outer) {
    this.outer = outer;
    this.variables = new Map();
  }

  holder(name) {
    if (this.variables.has(name)) return this;
    return this.outer?.holder(name);
  }

  get(name) {
    const holder = this.holder(name);
    if (!holder) throw new Error(`there is no variable ${name}`);
    return holder.variables.get(name);
  }

  assign({ names, isNew }, values) {
    names.forEach((name, position) => {
      const holder = isNew ? this : this.holder(name);
      if (!holder) throw new Error(`there is no variable ${name}`);
      holder.variables.set(name, values[position]);
    });
  }
}

/** Runs templates that were read before; one for one rendering of a chart. */
export class Evaluator {
  constructor(templates) {
    this.templates = templates;
    this.depth = 0;
  }

  /** @throws TemplateError naming file and line */
  render({ nodes, origin }, data) {
    const scope = new Scope();
    scope.assign({ names: ['$'], isNew: true }, [data]);
    const outer = this.origin;
    this.origin = origin;
    if (++this.depth > DEEPEST_CALL) throw new TemplateError(origin, 1, 'templates call each other without end');
    const text = this.run(nodes, data, scope);
    this.depth--;
    this.origin = outer;
    return text;
  }

  run(nodes, dot, scope) {
    return nodes.map((node) => this.located(node, () => this.node(node, dot, scope))).join('');
  }

  located({ line = 1 }, work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof TemplateError) throw error;
      throw new TemplateError(this.origin, line, error.message);
    }
  }

  node(node, dot, scope) {
    if (node.type === 'text') return node.text;
    if (node.type === 'template') {
      return this.include(node.name, node.argument ? this.value(node.argument, dot, scope) : null);
    }
    if (node.type === 'action') {
      const value = this.value(node.pipeline, dot, scope);
      if (!node.target) return printed(value);
      scope.assign(node.target, [value]);
      return '';
    }
    return this.block(node, dot, new Scope(scope));
  }

  block(node, dot, scope) {
    const value = this.value(node.pipeline, dot, scope);
    if (node.type === 'range') return this.range(node, value, dot, scope);
    if (node.target) scope.assign(node.target, [value]);
    if (!isTrue(value)) return this.run(node.otherwise, dot, scope);
    return this.run(node.nodes, node.type === 'with' ? value : dot, scope);
  }

  range({ target, nodes, otherwise }, value, dot, scope) {
    if (!isTrue(value)) return this.run(otherwise, dot, scope);
    if (typeof value !== 'object') throw new Error(`range over ${JSON.stringify(value)}`);
    const entries = Array.isArray(value)
      ? value.map((item, position) => [position, item])
      : Object.keys(value)
          .sort()
          .map((key) => [key, value[key]]);
    return entries
      .map(([key, item]) => {
        const inner = new Scope(scope);
        if (target) inner.assign(target, target.names.length === 2 ? [key, item] : [item]);
        return this.run(nodes, item, inner);
      })
      .join('');
  }

  include(name, data) {
    const template = this.templates.get(name);
    if (!template) throw new Error(`there is no template ${name}`);
    return this.render(template, data);
  }

  /** The value of a pipeline: each command's result is the last argument of the next. */
  value({ commands }, dot, scope) {
    return commands.reduce((previous, command, position) => {
      const last = position === 0 ? [] : [previous];
      return this.command(command, last, dot, scope);
    }, undefined);
  }

  command([first, ...others], last, dot, scope) {
    const evaluate = (operand) => this.operand(operand, dot, scope);
    if (first.type !== 'function') {
      const value = evaluate(first);
      if (typeof value === 'function') return value(...others.map(evaluate), ...last);
      if (others.length + last.length > 0) throw new Error('a value that is no function has arguments');
      return value;
    }
    const { name } = first;
    if (name === 'and' || name === 'or') return this.chosen(name, others, last, evaluate);
    const values = [...others.map(evaluate), ...last];
    if (name === 'include') return this.include(...values);
    if (name === 'tpl') return this.textAsTemplate(...values);
    if (!Object.hasOwn(FUNCTIONS, name))
      throw new Error(`function ${name} is not among those that are understood here`);
    return FUNCTIONS[name](...values);
  }

  /** `and` and `or` look at no more than they need, and yield the value that decided. */
  chosen(name, operands, last, evaluate) {
    const thunks = [...operands.map((operand) => () => evaluate(operand)), ...last.map((value) => () => value)];
    let value;
    for (const thunk of thunks) {
      value = thunk();
      if (isTrue(value) === (name === 'or')) break;
    }
    return value;
  }

  textAsTemplate(text, data) {
    return this.render({ nodes: parseTemplate(text, this.origin, this.templates), origin: this.origin }, data);
  }

  operand(node, dot, scope) {
    if (node.type === 'literal') return node.value;
    if (node.type === 'dot') return dot;
    if (node.type === 'variable') return scope.get(node.name);
    if (node.type === 'pipeline') return this.value(node, dot, scope);
    if (node.type === 'function') return this.command([node], [], dot, scope);
    return node.path.reduce((value, key) => this.member(value, key), this.operand(node.of, dot, scope));
  }

  member(value, key) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`nothing has .${key}`);
    return Object.hasOwn(value, key) ? value[key] : undefined;
  }
}
