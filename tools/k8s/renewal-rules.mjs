import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';

/** Where CI names versions of programs. Versions of actions, of which `uses` says which, are what Renovate finds by itself. */
const FOLDERS = ['.ci', '.github/workflows'];
const OF_ACTIONS = /uses: \S+( #.*)?$/gm;
/** `v1.2.3`, `1.2.3`, and `1.2` as the whole value of a variable. */
const VERSION = /\bv?\d+\.\d+(\.\d+)+\b|\bv\d+\.\d+\b|(?<==)\d+\.\d+$/gm;
/** For whom and where the versions of Kubernetes stand, and addresses, which are none of programs. */
const OTHERS = /--kube-version \S+|for version in .*|127\.0\.0\.1|stoa:[\d.]+|\[ "\$last" != v[\d.]+ \]|"From [\d.]+"/g;

/** A file's text with as many spaces in place of what does not count. */
const without = (text, pattern) => text.replaceAll(pattern, (found) => ' '.repeat(found.length));

function* filesOf(folders) {
  for (const folder of folders)
    for (const name of readdirSync(path.join(repositoryRoot, folder))) yield `${folder}/${name}`;
}

/** Versions in a file that the rules of renovate.json take, by their places. */
function renewedIn(file, text, managers) {
  const places = new Set();
  for (const { managerFilePatterns, matchStrings, datasourceTemplate, depNameTemplate } of managers) {
    if (!managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(file))) continue;
    for (const match of matchStrings.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'gd'))])) {
      const { datasource = datasourceTemplate, depName = depNameTemplate } = match.groups;
      if (datasource && depName) places.add(match.indices.groups.currentValue[0]);
    }
  }
  return places;
}

/**
 * Versions of programs in CI that nobody renews.
 * @param read text of a file by its path in the repository
 */
export function renewalProblems(read = (file) => readFileSync(path.join(repositoryRoot, file), 'utf8')) {
  const { customManagers } = JSON.parse(read('renovate.json'));
  const problems = [];
  for (const file of filesOf(FOLDERS)) {
    const text = read(file);
    const renewed = renewedIn(file, text, customManagers);
    for (const { 0: version, index } of without(without(text, OF_ACTIONS), OTHERS).matchAll(VERSION))
      if (!renewed.has(index)) problems.push(`${file}: renovate.json does not renew ${version}`);
  }
  return problems;
}
