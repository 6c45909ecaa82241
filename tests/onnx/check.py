"""Checks exported networks with ONNX's own checker and with ONNX Runtime.

check.py FOLDER: every NAME.onnx in the folder must be a valid model, and for the inputs listed in NAME.json,
ONNX Runtime must compute the outputs listed there. Numbers are in raw files of little-endian f32.
"""

import json
import pathlib
import sys

import numpy
import onnx
import onnxruntime

TOLERANCE = 1e-4


def numbers(folder, tensor):
    return numpy.fromfile(folder / tensor["file"], dtype="<f4").reshape(tensor["shape"])


def run(path, case):
    model = onnx.load(path)
    onnx.checker.check_model(model, full_check=True)
    assert model.opset_import[0].version >= 17
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [tensor["name"] for tensor in case["outputs"]]
    assert [output.name for output in session.get_outputs()] == names, "the outputs have other names"
    inputs = {tensor["name"]: numbers(path.parent, tensor) for tensor in case["inputs"]}
    worst = 0.0
    for tensor, found in zip(case["outputs"], session.run(names, inputs)):
        expected = numbers(path.parent, tensor)
        assert found.shape == expected.shape, f"{tensor['name']}: {found.shape}, not {expected.shape}"
        assert numpy.isfinite(found).all(), f"{tensor['name']}: not finite"
        error = numpy.abs(found - expected).max()
        assert error <= TOLERANCE, f"{tensor['name']}: off by {error}"
        assert expected.std() > 0 or expected.size == 1, f"{tensor['name']}: all alike, nothing was tested"
        worst = max(worst, error)
    return worst


def main():
    folder = pathlib.Path(sys.argv[1])
    paths = sorted(folder.glob("*.onnx"))
    assert paths, "no models"
    for path in paths:
        try:
            worst = run(path, json.loads(path.with_suffix(".json").read_text()))
        except AssertionError as problem:
            sys.exit(f"{path.stem}: {problem}")
        print(f"{path.stem}: off by {worst:.1e} at most")


main()
