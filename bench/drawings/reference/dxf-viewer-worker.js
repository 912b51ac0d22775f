import { DxfViewer } from 'dxf-viewer'

DxfViewer.SetupWorker()
