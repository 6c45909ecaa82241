// A network in WebAssembly, as an object.

import { readFile } from 'node:fs/promises'

/// Numbers of a tensor: what is read or written is copied, because the module's memory may move.
export class Network {
    #calls

    static async open(module, file) {
        const { instance } = await WebAssembly.instantiate(await readFile(module), {})
        const network = new Network()
        network.#calls = instance.exports
        const address = network.#calls.file(file.length)
        new Uint8Array(network.#calls.memory.buffer, address, file.length).set(file)
        network.#must(network.#calls.load())
        return network
    }

    /// The network's name and what runs it.
    describe() {
        this.#must(this.#calls.describe())
        return new TextDecoder().decode(this.#bytes())
    }

    /// The network as an ONNX file, for boards of one size.
    exportOnnx(size) {
        this.#must(this.#calls.export_onnx(size))
        return this.#bytes().slice()
    }

    /// The lengths of all inputs for so many positions, which count as zeros until they are written.
    prepare(size, count) {
        this.#must(this.#calls.prepare(size, count))
        return this.#lengths(this.#calls.input_length)
    }

    /// Outputs for the inputs, all of them Float32Arrays.
    evaluate(inputs) {
        inputs.forEach((numbers, i) => {
            const length = this.#calls.input_length(i)
            new Float32Array(this.#calls.memory.buffer, this.#calls.input(i), length).set(numbers)
        })
        this.#must(this.#calls.run())
        return this.#lengths(this.#calls.output_length).map((length, i) =>
            new Float32Array(this.#calls.memory.buffer, this.#calls.output(i), length).slice())
    }

    #bytes() {
        return new Uint8Array(this.#calls.memory.buffer, this.#calls.bytes(), this.#calls.bytes_length())
    }

    /// Tensors are numbered from 0 on, and have a length.
    #lengths(length) {
        const lengths = []
        while (length(lengths.length) > 0) lengths.push(length(lengths.length))
        return lengths
    }

    #must(done) {
        if (done) return
        const { memory, message, message_length } = this.#calls
        throw new Error(new TextDecoder().decode(new Uint8Array(memory.buffer, message(), message_length())))
    }
}
