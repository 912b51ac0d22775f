/** Limits of collaboration content: lengths in characters (UTF-16 units), counts, bytes and pixels. */
export const collaborationLimits = {
  projectNameCharacters: 120,
  projectsPerAccount: 500,
  /** Members and open invitations combined. */
  peoplePerProject: 500,
  invitationDays: 30,
  linksPerFile: 100,
  linkNameCharacters: 120,
  topicsPerFile: 20_000,
  titleCharacters: 250,
  /** Maximum length of a description and of a comment. */
  textCharacters: 10_000,
  /** Maximum length of a type, status, priority, stage or label. */
  wordCharacters: 60,
  labelsPerTopic: 20,
  commentsPerTopic: 2_000,
  mentionsPerText: 50,
  viewpointsPerTopic: 200,
  viewsPerFile: 500,
  /** Views that one account stored for links to them. */
  viewLinksPerFile: 500,
  viewNameCharacters: 120,
  modelSetsPerProject: 500,
  modelsPerSet: 50,
  /** Drafts of one account, each of one file. */
  draftsPerAccount: 1_000,
  /** Views of one draft: the model and the sheets. */
  viewsPerDraft: 100,
  /** JSON of one draft. */
  draftBytes: 1024 ** 2,
  clippingPlanes: 20,
  /** Selected, excepted and coloured elements of one viewpoint combined. */
  elementsPerViewpoint: 20_000,
  sourceIdCharacters: 128,
  coloursPerViewpoint: 64,
  /** JSON of the state of all viewer extensions combined. */
  extensionStateCharacters: 256 * 1024,
  sheetNameCharacters: 255,
  layerNameCharacters: 255,
  hiddenLayersPerViewpoint: 5_000,
  measurementsPerViewpoint: 200,
  pointsPerMeasurement: 1_000,
  shapesPerMarkup: 500,
  pointsPerShape: 2_000,
  /** All shapes of one markup combined. */
  pointsPerMarkup: 20_000,
  pinsPerMarkup: 200,
  markupTextCharacters: 500,
  /** JSON of one viewpoint. */
  viewpointBytes: 2 * 1024 ** 2,
  snapshotBytes: 8 * 1024 ** 2,
  snapshotPixels: 40_000_000,
  /** Longest side of the stored snapshot in pixels. */
  snapshotSidePixels: 1600,
  /** Longest side of the images of lists and of reports: 200 dots per inch in a column of A4. */
  thumbnailSidePixels: 640,
  /** Photos and files of a topic and its comments combined. */
  attachmentsPerTopic: 20,
  attachmentBytes: 25 * 1024 ** 2,
  attachmentNameCharacters: 255,
  /** Longest side of the preview of a photo in pixels. */
  previewSidePixels: 2048,
  topicsPerBulkChange: 500,
  /** Topics of one report; of a PDF, which has pictures, see `topicsPerPdf`. */
  topicsPerReport: 2_000,
  topicsPerPdf: 500,
  bcfBytes: 64 * 1024 ** 2,
  /** All archives that the topics of one file were imported from. */
  bcfStoredBytesPerFile: 256 * 1024 ** 2,
  notificationsPerAccount: 1_000,
} as const
