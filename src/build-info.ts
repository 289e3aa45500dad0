/** Of what a built program was made. */
export interface BuildInfo {
  /** Short commit of the repository; with `-dirty` when there was more in the working tree. */
  commit: string;
  /** Of the rules and the default rubric, as in reports. */
  rubricDigest: string;
}

declare const CNPA_BUILD: BuildInfo | undefined;

/** `null` when it runs from the repository's source; the bundler puts the value in. */
export const build: BuildInfo | null = typeof CNPA_BUILD === 'undefined' ? null : CNPA_BUILD;

/** What `--version` says: `0.1.0 (commit 1a2b3c4, rubric 5d6e7f8a)`, or `0.1.0 (source)`. */
export const versionText = (version: string): string =>
  build === null
    ? `${version} (source)`
    : `${version} (commit ${build.commit}, rubric ${build.rubricDigest.slice(0, 8)})`;
