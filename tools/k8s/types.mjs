import { createRequire } from 'node:module';
import { customTypeProblems } from './custom-types.mjs';

const require = createRequire(import.meta.url);

/** Packages with the types of operators, made from the definitions that these install, by API group. */
const OPERATORS = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Hands out an object's fields and notes which were asked for. A loop over the keys asks for all of them. */
function recordReads(value, place, unread) {
  if (typeof value !== 'object' || value === null) return value;
  const children = new Map(Object.keys(value).map((key) => [key, `${place}.${key}`]));
  if (!Array.isArray(value)) for (const child of children.values()) unread.add(child);
  const wrapped = new Map();
  const wrap = (key) => {
    if (!wrapped.has(key)) wrapped.set(key, recordReads(value[key], children.get(key) ?? place, unread));
    return wrapped.get(key);
  };
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'symbol' || !children.has(key)) return Reflect.get(target, key);
      unread.delete(children.get(key));
      return wrap(key);
    },
    ownKeys(target) {
      for (const child of children.values()) unread.delete(child);
      return Reflect.ownKeys(target);
    },
  });
}

/** Fields that operators have had since the packages were made, and what they may say; KEDA 2.17 is what is asked for. */
const NEWER_FIELDS = {
  'keda.sh/v1alpha1/ScaledObject': {
    'spec.fallback.behavior': ['static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'],
  },
};

/** Whether a field that the package does not know is a newer one with a value that it may have. */
function isNewer(object, field) {
  const values = NEWER_FIELDS[`${object.apiVersion}/${object.kind}`]?.[field];
  const value = field.split('.').reduce((inner, key) => inner?.[key], object);
  return values?.includes(value) ?? false;
}

function publishedType(apiVersion, kind) {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const folder = group ? `${group}/${version}` : version;
  try {
    return require(`${OPERATORS[group] ?? 'kubernetes-models'}/${folder}/${kind}`)[kind];
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A copy; kubectl breaks long values of secrets into lines, which Kubernetes ignores and the type does not. */
function withoutLineBreaks(object) {
  const copy = structuredClone(object);
  if (object.kind !== 'Secret' || !copy.data) return copy;
  for (const [key, value] of Object.entries(copy.data)) copy.data[key] = value.replaceAll('\n', '');
  return copy;
}

/**
 * Compares an object with its published OpenAPI type: required fields, types, enumerations, and fields that it does not
 * have. The generated checks pass over unknown fields, so those are what no check has looked at.
 * @returns problems, each with the place in the object
 */
export function typeProblems(object) {
  const { apiVersion, kind } = object;
  const custom = customTypeProblems(object);
  if (custom) return custom;
  const Type = publishedType(apiVersion, kind);
  if (!Type) return [`${apiVersion} ${kind} is not a type of Kubernetes`];
  const unread = new Set();
  // The constructor copies, so the check of the class is run on the recording object instead.
  const subject = Object.setPrototypeOf(recordReads(withoutLineBreaks(object), '', unread), Type.prototype);
  try {
    subject.validate();
  } catch (error) {
    return [String(error.message).replaceAll('\n', '; ')];
  }
  const fields = [...unread].map((field) => field.slice(1)).filter((field) => !isNewer(object, field));
  return fields
    .filter((field) => !fields.some((other) => field.startsWith(`${other}.`)))
    .map((field) => `${field} is not a field of ${kind}`);
}
