# What pip builds the package with (PEP 517): its files, in a wheel. So that it installs where no registry is in reach.
import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version, metadata = _metadata()
    about = f"porteira-{version}.dist-info"
    files = {f"porteira/{name}": _read("porteira", name) for name in sorted(os.listdir(_path("porteira"))) if name.endswith(".py")}
    files[f"{about}/METADATA"] = metadata
    files[f"{about}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: porteira\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{name},sha256={_digest(text)},{len(text.encode())}" for name, text in files.items()]
    files[f"{about}/RECORD"] = "\n".join([*record, f"{about}/RECORD,,"]) + "\n"
    wheel = f"porteira-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("The gateway serves the sources: /docs/downloads/porteira-python.tar.gz")


def _metadata():
    project = _read("pyproject.toml")
    value = lambda key: re.search(rf'^{key} = "(.*)"$', project, re.MULTILINE).group(1)
    version = value("version")
    head = [
        "Metadata-Version: 2.1",
        "Name: porteira",
        f"Version: {version}",
        f"Summary: {value('description')}",
        f"Requires-Python: {value('requires-python')}",
        "License: MIT",
        "Description-Content-Type: text/markdown",
    ]
    return version, "\n".join(head) + "\n\n" + _read("README.md")


def _digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def _path(*parts):
    return os.path.join(HERE, *parts)


def _read(*parts):
    with open(_path(*parts), encoding="utf-8", newline="") as file:
        return file.read()
