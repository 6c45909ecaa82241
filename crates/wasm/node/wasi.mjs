// Runs a program that was compiled for wasm32-wasip1, such as a crate's tests: node wasi.mjs PROGRAM ARGUMENTS...

import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const args = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args, env: process.env, preopens: { '/': '/' } })
const { instance } = await WebAssembly.instantiate(await readFile(args[0]), wasi.getImportObject())
process.exitCode = wasi.start(instance)
