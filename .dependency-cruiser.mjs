// Which way imports point within apps and libs: part of `npm run lint`. What a project may import of other projects is
// for ESLint to say (eslint.config.mjs).

/**
 * The folders of each app from the ground up: a folder imports only folders of earlier lines. Folders of one line know
 * nothing of each other.
 */
const LAYERS = {
  gateway: [
    ['access'],
    ['overload'],
    ['http'],
    ['reference', 'fragments', 'files', 'events', 'web', 'external', 'scim'],
    ['pages'],
    ['endpoints', 'mail'],
  ],
  messages: [['access'], ['send'], ['channels', 'read', 'change'], ['later']],
  users: [
    ['shared'],
    ['register/state'],
    ['register/sections'],
    ['register'],
    ['organization'],
    ['people'],
    ['personal', 'directories'],
    ['sign-in'],
  ],
  push: [['rules'], ['relay', 'messages'], ['devices'], ['delivery', 'mail'], ['consumption']],
  events: [
    ['collection', 'consumption'],
    ['relays', 'slots', 'wakes'],
  ],
  web: [
    ['api', 'kept', 'strings', 'theme'],
    ['ui'],
    ['narrow'],
    ['store', 'render'],
    ['live', 'outbox', 'windows'],
    ['client'],
    ['parts'],
    ['compose', 'notifications'],
    ['views', 'pages'],
    ['frame'],
    ['app'],
  ],
  stoa: [['base'], ['administration'], ['operations', 'transfer'], ['program']],
};

/** Files that import each other in a circle and have not been taken apart yet. */
const KNOWN_CIRCLES = [];

const SPECS = 'spec[.]ts$';

function foldersOf(app, names) {
  return `^apps/${app}/src/(?:${names.join('|')})/`;
}

function layerRules([app, layers]) {
  const everyFolder = layers.flat();
  const withPlace = [...everyFolder, 'test-support'];
  const directions = everyFolder.map((name) => {
    const own = layers.findIndex((layer) => layer.includes(name));
    const below = layers.slice(0, own).flat();
    return {
      name: `${app}/${name}`,
      comment: `imports only ${below.join(', ') || 'no folder'} of its app`,
      severity: 'error',
      from: { path: foldersOf(app, [name]), pathNot: SPECS },
      to: { path: `^apps/${app}/src/[^/]+/`, pathNot: foldersOf(app, [...below, name]) },
    };
  });
  const placeless = {
    name: `${app}/folder-without-a-place`,
    comment: 'every folder has its line in LAYERS',
    severity: 'error',
    from: { path: `^apps/${app}/src/[^/]+/`, pathNot: [foldersOf(app, withPlace), SPECS] },
    to: {},
  };
  return [...directions, placeless];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'files that import each other in a circle, be it for types alone, can only be read all at once',
      severity: 'error',
      from: { path: '^(?:apps|libs)/', pathNot: KNOWN_CIRCLES },
      to: { circular: true },
    },
    ...Object.entries(LAYERS).flatMap(layerRules),
  ],
  options: {
    // Types count: an import of a type alone binds two files as well.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    includeOnly: '^(?:apps|libs)/',
    exclude: '/generated/',
    skipAnalysisNotInRules: true,
  },
};
