// An ESLint rule: a file's role is its class's. `user-groups.repository.ts` exports `UserGroupsRepository`, and a class whose
// name ends in a role stands in a file of its name; names of other files and classes are free.
import path from 'node:path';

const ROLES = ['Consumer', 'Controller', 'Guard', 'Handler', 'Job', 'Module', 'Repository', 'Service'];
const ROLE_CLASS = new RegExp(`[a-z0-9](?:${ROLES.join('|')})$`);
const ROLE_FILE = new RegExp(`[.](?:${ROLES.map((role) => role.toLowerCase()).join('|')})[.]ts$`);

/** The class that a file is named after: `user-groups.repository.ts`, `user-groups-repository.ts`. */
function classOf(file) {
  return path
    .basename(file, '.ts')
    .split(/[-.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function exportedClasses(program) {
  return program.body
    .filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration?.type === 'ClassDeclaration')
    .map(({ declaration }) => declaration.id);
}

/** @type {import('eslint').Rule.RuleModule} */
export const roleNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      noSuchClass: 'A file of this name exports a class {{ expected }}.',
      otherFile: '{{ name }} belongs in a file of its name.',
    },
  },
  create(context) {
    const expected = classOf(context.filename);
    return {
      Program(program) {
        const classes = exportedClasses(program);
        if (ROLE_FILE.test(context.filename) && !classes.some(({ name }) => name === expected)) {
          context.report({ loc: { line: 1, column: 0 }, messageId: 'noSuchClass', data: { expected } });
        }
        for (const node of classes) {
          if (!ROLE_CLASS.test(node.name) || node.name === expected) continue;
          context.report({ node, messageId: 'otherFile', data: { name: node.name } });
        }
      },
    };
  },
};
