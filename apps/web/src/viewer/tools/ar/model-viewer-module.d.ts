/** The self-contained bundle; imported only because it defines the element `model-viewer`. */
declare module '@google/model-viewer/dist/model-viewer.min.js'
