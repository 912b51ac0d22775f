/** Limits of folders: counts and lengths in characters (UTF-16 units). */
export const folderLimits = {
  /** Levels below the top of a project. */
  levels: 25,
  foldersPerProject: 10_000,
  subfoldersPerFolder: 1_000,
  filesPerFolder: 20_000,
  /** Folders of a project with permissions of their own. */
  areasPerProject: 200,
  rulesPerFolder: 100,
  nameCharacters: 255,
  /** Files and folders of one move. */
  movedItems: 1_000,
} as const
