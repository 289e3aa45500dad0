/** The learning platforms for which there is a file to import. */
export const GRADEBOOKS = ['canvas', 'moodle'] as const;
export type Gradebook = (typeof GRADEBOOKS)[number];

/** The name of the lab's column in a gradebook. */
export const ASSIGNMENT = 'TeamSpace controller lab';
