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
  starsPerAccount: 1_000,
  /** Files that an account opened last. */
  recentFiles: 100,
  /** Files of one plan of an upload. */
  plannedUploads: 10_000,
  /** Folders that one request creates by their paths. */
  createdPaths: 1_000,
  /** Characters of a path above which programs on Windows may not open a file. */
  pathCharacters: 240,
} as const
