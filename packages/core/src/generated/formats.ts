// Written by scripts/index.mjs (npm run index). Do not edit.
import type { FormatMetadata } from '../format-metadata.js'

/** Metadata of every format, in the order of lists. */
export const formats: readonly FormatMetadata[] = [
  {"id":"dwg","name":"AutoCAD drawing","source":"upload","extensions":[".dwg"],"optionalExtensions":[".dxf"],"dimensions":"2d and 3d","companions":[".dwg",".dxf",".png",".jpg",".jpeg",".tga",".bmp",".shx",".ttf",".otf"],"exactSolids":true,"cadDrawings":true,"cloudSheets":true},
  {"id":"dwf","name":"Design Web Format","source":"upload","extensions":[".dwf"],"optionalExtensions":[],"dimensions":"2d and 3d","companions":[]},
  {"id":"dwfx","name":"Design Web Format XPS","source":"upload","extensions":[".dwfx"],"optionalExtensions":[],"dimensions":"2d and 3d","companions":[]},
  {"id":"ifc","name":"Industry Foundation Classes","source":"upload","extensions":[".ifc"],"optionalExtensions":[".ifczip"],"dimensions":"3d","companions":[".png",".jpg",".jpeg",".tga",".bmp"],"buildings":true},
  {"id":"rvt","name":"Revit project","source":"upload","extensions":[".rvt"],"optionalExtensions":[".rfa"],"dimensions":"3d","companions":[],"buildings":true,"cloudSheets":true},
  {"id":"nwd","name":"Navisworks document","source":"upload","extensions":[".nwd",".nwc"],"optionalExtensions":[],"dimensions":"3d","companions":[],"buildings":true},
  {"id":"3ds","name":"3D Studio","source":"upload","extensions":[".3ds"],"optionalExtensions":[],"dimensions":"3d","companions":[".png",".jpg",".jpeg",".tga",".bmp"]},
  {"id":"fbx","name":"Autodesk FBX","source":"upload","extensions":[".fbx"],"optionalExtensions":[],"dimensions":"3d","companions":[".png",".jpg",".jpeg",".tga",".bmp"]},
  {"id":"obj","name":"Wavefront OBJ","source":"upload","extensions":[".obj"],"optionalExtensions":[],"dimensions":"3d","companions":[".mtl",".png",".jpg",".jpeg",".tga",".bmp"]},
  {"id":"step","name":"STEP","source":"upload","extensions":[".step",".stp"],"optionalExtensions":[".stpz"],"dimensions":"3d","companions":[],"exactSolids":true},
  {"id":"iges","name":"IGES","source":"upload","extensions":[".iges",".igs"],"optionalExtensions":[],"dimensions":"3d","companions":[],"exactSolids":true},
  {"id":"sat","name":"ACIS","source":"upload","extensions":[".sat",".sab"],"optionalExtensions":[],"dimensions":"3d","companions":[],"exactSolids":true},
  {"id":"skp","name":"SketchUp","source":"upload","extensions":[".skp"],"optionalExtensions":[],"dimensions":"3d","companions":[],"buildings":true},
  {"id":"3dm","name":"Rhino 3D","source":"upload","extensions":[".3dm"],"optionalExtensions":[],"dimensions":"3d","companions":[".png",".jpg",".jpeg",".tga",".bmp"],"exactSolids":true},
  {"id":"stl","name":"Stereolithography","source":"upload","extensions":[".stl"],"optionalExtensions":[],"dimensions":"3d","companions":[]},
  {"id":"max","name":"3ds Max scene","source":"upload","extensions":[".max"],"optionalExtensions":[],"dimensions":"3d","companions":[".png",".jpg",".jpeg",".tga",".bmp"]},
  {"id":"svf","name":"SVF","source":"service","extensions":[],"optionalExtensions":[],"dimensions":"3d","companions":[]},
]
