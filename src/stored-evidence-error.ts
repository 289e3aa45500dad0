/** Stored evidence that this grader cannot judge, in one sentence that names the file. */
export class StoredEvidenceError extends Error {
  override name = 'StoredEvidenceError';
}
