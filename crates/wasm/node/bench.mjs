// Evaluations per second in one thread of Node, in turns with ONNX Runtime's WebAssembly, whose answers must be the same.
//
//   node bench.mjs MODULE NETWORK [SECONDS]
//
// MODULE is shidogo's wasm.wasm; onnxruntime-web is looked for in the current folder: npm install onnxruntime-web.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Network } from './network.mjs'

const ROUNDS = 5
const TOLERANCE = 1e-3

const [module, file, seconds = '3'] = process.argv.slice(2)
if (!file || !(Number(seconds) > 0)) {
    console.error('usage: node bench.mjs MODULE NETWORK [SECONDS]')
    process.exit(2)
}

/// Its main module, or nothing if it is not installed.
async function onnxRuntime() {
    const from = createRequire(path.join(process.cwd(), 'here.js'))
    try {
        const ort = from('onnxruntime-web')
        ort.env.wasm.numThreads = 1
        return ort
    } catch (error) {
        console.error(`without ONNX Runtime: ${error.message.split('\n')[0]}`)
        return undefined
    }
}

/// Pseudo-random planes of zeros and ones, the same every time.
function planes(length) {
    let state = 1
    return Float32Array.from({ length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        return state >>> 30 === 0 ? 1 : 0
    })
}

/// Evaluations per second of batches of `count`.
async function rate(evaluate, count) {
    const start = performance.now()
    let evaluated = 0
    do {
        await evaluate()
        evaluated += count
    } while (performance.now() - start < (Number(seconds) * 1000) / ROUNDS)
    return (evaluated * 1000) / (performance.now() - start)
}

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

const network = await Network.open(module, await readFile(file))
console.log(network.describe())
const ort = await onnxRuntime()
for (const size of [9, 19]) {
    for (const count of [1, 8]) {
        const inputs = network.prepare(size, count).map(planes)
        const runs = [['shidogo', async () => network.evaluate(inputs)]]
        if (ort) {
            const session = await ort.InferenceSession.create(network.exportOnnx(size), { executionProviders: ['wasm'] })
            const shape = i => session.inputMetadata[i].shape.map((n, axis) => (axis === 0 ? count : n))
            const feeds = Object.fromEntries(
                session.inputNames.map((name, i) => [name, new ort.Tensor('float32', inputs[i], shape(i))]),
            )
            runs.push(['onnxruntime-web', () => session.run(feeds)])
            const theirs = await session.run(feeds)
            network.evaluate(inputs).forEach((ours, i) => {
                const expected = theirs[session.outputNames[i]].data
                const worst = ours.reduce((most, x, j) => Math.max(most, Math.abs(x - expected[j]) / (1 + Math.abs(x))), 0)
                if (!(ours.length === expected.length && worst < TOLERANCE))
                    throw new Error(`${session.outputNames[i]} differs by ${worst}`)
            })
        }
        const rates = runs.map(() => [])
        // The first round, in which engines compile, does not count.
        for (let round = 0; round <= ROUNDS; round++) {
            for (const [i, [, evaluate]] of runs.entries()) {
                const measured = await rate(evaluate, count)
                if (round > 0) rates[i].push(measured)
            }
        }
        const told = runs.map(([name], i) => `${name} ${median(rates[i]).toFixed(1)}`)
        const ratio = ort ? `, ratio ${(median(rates[0]) / median(rates[1])).toFixed(2)}` : ''
        console.log(`${size}×${size}, batches of ${count}: ${told.join(', ')} evaluations per second${ratio}`)
    }
}
