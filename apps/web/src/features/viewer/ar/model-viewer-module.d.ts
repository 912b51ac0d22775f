/** The bundle with everything in it; it defines the element `model-viewer` and is not asked for anything else. */
declare module '@google/model-viewer/dist/model-viewer.min.js'
